"""The six Dinosaurs as portraits, 120 by 120, and as meeples, 40 by 40. Our own characters."""

from games.titles.dinosaurs.drawing.ink import INK, PAPER, inked

SKIN = {
    "nervous-rex": "#f2cb69",
    "stego": "#86c1ad",
    "cry-ceratops": "#94b7e3",
    "bad-luck-bronto": "#bda6da",
    "pterry-dactyl": "#f0a874",
    "raging-raptor": "#e2857a",
}
MARKS = {
    "nervous-rex": "R",
    "stego": "S",
    "cry-ceratops": "C",
    "bad-luck-bronto": "B",
    "pterry-dactyl": "P",
    "raging-raptor": "G",
}
"""A letter for each meeple, so that nobody needs to tell the colours apart."""

BEHIND = {
    "stego": '<path d="M30 56l-2-22 17 12zM48 46l4-26 14 22zM68 44l12-23 8 24zM20 70L8 54l20 2z" fill="{orange}"/>',
    "cry-ceratops": '<path d="M60 6q8-5 13 4 10-2 12 8 10 1 9 11 9 5 4 14 6 8-2 14 1 10-9 11L60 70 33 68q-10-1-9-11-8-6-2-14-5-9 4-14'
    '-1-10 9-11 2-10 12-8 5-9 13-4z" fill="{violet}"/>',
    "bad-luck-bronto": '<path d="M62 22q-9-1-8-9 1-7 9-6 4-8 13-6 9 1 10 8 10-1 11 7 0 7-9 7z" fill="{dark}"/>'
    '<path d="M70 26l-2 6M80 26l-2 6M90 26l-2 6" stroke="{blue}" stroke-width="3"/>',
    "raging-raptor": '<path d="M22 30q-8-3-5-10 4-5 9-1 2-7 9-4 5 4 1 9 5 6-2 9-8 1-12-3zM96 20q-5-6 2-9 5-3 8 2 7-2 8 4 0 6-6 6-7 3-12-3z"'
    ' fill="{paper}"/>',
}
"""What is drawn before the body."""

SHAPES = {
    "nervous-rex": '<path d="M40 100Q8 106 5 76q14 14 36 4z"/><ellipse cx="58" cy="82" rx="26" ry="28"/>'
    '<rect x="34" y="12" width="68" height="44" rx="21"/><rect x="37" y="100" width="18" height="15" rx="7"/>'
    '<rect x="63" y="100" width="18" height="15" rx="7"/><path d="M76 66q10-3 10-12l6 1q2 14-12 19zM46 68q12 2 18-8l6 3q-6 14-22 13z"/>',
    "stego": '<path d="M24 96Q6 96 3 72q14 12 26 4 8-30 36-30 34 0 36 46 0 6-6 6H26z"/><ellipse cx="97" cy="72" rx="19" ry="17"/>'
    '<rect x="26" y="88" width="17" height="27" rx="7"/><rect x="72" y="88" width="17" height="27" rx="7"/>',
    "cry-ceratops": '<ellipse cx="60" cy="58" rx="33" ry="28"/><path d="M34 84q26 14 52 0l6 22q1 8-8 8H36q-9 0-8-8z"/>',
    "bad-luck-bronto": '<path d="M26 100Q4 104 3 82q12 8 22 2 6-22 30-22 8 0 13 2 0-10-1-20l17 2q-1 20 4 30 8 10 4 24H26z"/>'
    '<ellipse cx="82" cy="42" rx="23" ry="15"/><rect x="24" y="88" width="17" height="27" rx="7"/><rect x="68" y="88" width="17" height="27" rx="7"/>',
    "pterry-dactyl": '<path d="M50 66Q26 40 3 48q6 4 4 12 9-1 10 8 9-2 12 6 8-3 14 4zM70 66q24-26 47-18-6 4-4 12-9-1-10 8-9-2-12 6-8-3-14 4z"/>'
    '<ellipse cx="60" cy="84" rx="21" ry="25"/><path d="M38 44q-2-14 8-22 4-14-4-18 16 0 22 14 18 2 19 22 0 16-22 18-20 0-23-14z"/>'
    '<path d="M48 106h-9q-5 0-5 4t5 4h12zM72 106h9q5 0 5 4t-5 4H69z"/>',
    "raging-raptor": '<path d="M44 100Q16 108 4 88q18 6 34-6z"/><path d="M42 106q-8-30 8-48l30 2q10 20-2 46z"/>'
    '<path d="M32 46q0-26 30-26 14-10 22-6-3 6-6 10 26 2 30 20-2 16-24 16H52Q32 60 32 46z"/>'
    '<rect x="41" y="98" width="18" height="17" rx="7"/><rect x="64" y="98" width="18" height="17" rx="7"/>',
}
"""The body: one outline runs around all of it."""

BEFORE = {
    "nervous-rex": '<ellipse cx="60" cy="92" rx="15" ry="17" fill="{paper}" stroke="none"/><circle cx="62" cy="28" r="9" fill="{paper}"/>'
    '<circle cx="86" cy="28" r="9" fill="{paper}"/><circle cx="65" cy="30" r="2.6" fill="{ink}"/><circle cx="89" cy="30" r="2.6" fill="{ink}"/>'
    '<path d="M53 17l10-4M94 17l-8-5"/><path d="M56 46l5-4 5 4 5-4 5 4 5-4 5 4 5-4"/><ellipse cx="50" cy="40" rx="5" ry="3" fill="{pink}" stroke="none"/>'
    '<path d="M36 60q22 9 45 0l1 8q-23 9-47 0zM40 67l-6 14 9 2 5-13" fill="{red}"/><path d="M108 24q-7 9 0 12 7-3 0-12zM26 18q-5 7 0 9 5-2 0-9z" fill="{blue}"/>'
    '<path d="M41 114v-3M47 114v-3M67 114v-3M73 114v-3"/>',
    "stego": '<path d="M78 62q2-17 20-17t19 17q-20 6-39 0z" fill="{grey}"/><path d="M74 62q23 7 46 0" stroke-width="3"/>'
    '<circle cx="90" cy="54" r="1.5" fill="{ink}"/><circle cx="98" cy="52" r="1.5" fill="{ink}"/><circle cx="106" cy="54" r="1.5" fill="{ink}"/>'
    '<circle cx="101" cy="71" r="2.6" fill="{ink}"/><circle cx="111" cy="71" r="2.6" fill="{ink}"/><path d="M101 79q5 5 10 0"/>'
    '<ellipse cx="95" cy="77" rx="4" ry="2.5" fill="{pink}" stroke="none"/><path d="M40 62l4 4M56 58l3 5M48 74l4 4" /><path d="M30 114v-3M36 114v-3M77 114v-3M83 114v-3"/>'
    '<path d="M6 76l-4-6 8 0zM14 80l-3-8 8 3z" fill="{paper}"/>',
    "cry-ceratops": '<path d="M36 40q-6-14-2-24 11 8 13 20zM84 40q6-14 2-24-11 8-13 20zM54 62q2-8 6-14 4 6 6 14-6 4-12 0z" fill="{paper}"/>'
    '<circle cx="45" cy="56" r="7" fill="{paper}"/><circle cx="75" cy="56" r="7" fill="{paper}"/><circle cx="46" cy="58" r="3" fill="{ink}"/><circle cx="74" cy="58" r="3" fill="{ink}"/>'
    '<path d="M37 48l12-4M83 48l-12-4"/><path d="M51 76q9-8 18 0"/>'
    '<path d="M40 63q-7 13 0 17 7-4 0-17zM80 63q-7 13 0 17 7-4 0-17z" fill="{blue}"/><path d="M36 88q-6 10-4 16M84 88q6 10 4 16"/>'
    '<path d="M50 92h22v18q-11 5-22 0z" fill="{paper}"/><path d="M54 97h14M54 103h14" stroke="{red}"/><path d="M34 114v-3M40 114v-3M80 114v-3M86 114v-3"/>',
    "bad-luck-bronto": '<circle cx="84" cy="39" r="6" fill="{paper}"/><circle cx="97" cy="40" r="5" fill="{paper}"/><circle cx="84" cy="41" r="2.4" fill="{ink}"/><circle cx="97" cy="42" r="2.4" fill="{ink}"/>'
    '<path d="M78 32h11M93 33h9"/><path d="M86 51q6-4 12 0"/><path d="M66 36l10 8M67 44l8-9" stroke="{sand}" stroke-width="6"/><path d="M64 37l12 10M66 46l10-11" stroke-width="1"/>'
    '<ellipse cx="75" cy="48" rx="4" ry="2.5" fill="{pink}" stroke="none"/><path d="M36 76q5 5 10 0M52 72q5 5 10 0M44 86q5 5 10 0"/>'
    '<path d="M28 114v-3M34 114v-3M73 114v-3M79 114v-3"/><path d="M104 114v-14M104 100q-10 0-8-7 4-4 8 2 4-6 8-2 2 7-8 7zM104 100q8 3 6 8-5 1-6-8z" fill="{leaf}"/>',
    "pterry-dactyl": '<ellipse cx="60" cy="88" rx="12" ry="15" fill="{paper}" stroke="none"/><path d="M66 44q22-2 36 8-16 8-36 4z" fill="{yellow}"/><path d="M68 50h26"/>'
    '<path d="M39 36q24-7 44 0" stroke-width="4"/><circle cx="52" cy="36" r="9" fill="{teal}"/><circle cx="72" cy="36" r="9" fill="{teal}"/>'
    '<circle cx="52" cy="36" r="5" fill="{paper}"/><circle cx="72" cy="36" r="5" fill="{paper}"/><circle cx="53" cy="37" r="2.4" fill="{ink}"/><circle cx="73" cy="37" r="2.4" fill="{ink}"/>'
    '<ellipse cx="46" cy="50" rx="4" ry="2.5" fill="{red}" stroke="none"/><path d="M22 52l14 12M98 52L84 64"/><path d="M46 22q4-2 8-2" />'
    '<path d="M44 62q16 8 32 0l-3 8q-13 5-26 0z" fill="{blue}"/>',
    "raging-raptor": '<path d="M33 38q36-12 74 2l-1 6Q68 34 33 45z" fill="{blue}"/><path d="M33 40l-14-6 2 10zM33 42l-12 10 10 2z" fill="{blue}"/>'
    '<circle cx="74" cy="46" r="6" fill="{paper}"/><circle cx="94" cy="47" r="5" fill="{paper}"/><circle cx="75" cy="47" r="2.4" fill="{ink}"/><circle cx="93" cy="48" r="2.4" fill="{ink}"/>'
    '<path d="M66 39l15 5M101 41l-12 4" stroke-width="3.5"/><path d="M62 57l6-2 4 3 5-3 5 3 5-3 5 3 6-2" fill="{paper}"/>'
    '<path d="M44 78q16 10 34-2M50 72q-10 10 4 14 16 2 26-8" stroke-width="2.5"/><ellipse cx="60" cy="53" rx="4" ry="2.5" fill="{red}" stroke="none"/>'
    '<path d="M46 114v-3M52 114v-3M69 114v-3M75 114v-3"/><path d="M22 84l8-2M18 92l8-1"/>',
}
"""Faces and belongings, drawn after the body."""

_MEEPLE = (
    '<path d="M5 36V26Q3 12 14 11h2Q17 3 26 3q11 0 11 8 0 7-9 7 0 3 3 5 3 3 2 7v6h-9v-5h-8v5z" fill="{}" stroke="{}" stroke-width="2"'
    ' stroke-linejoin="round"/><circle cx="28" cy="9" r="1.7" fill="{}"/>'
)


def portrait(id: str) -> str:
    """The Dinosaur, 120 by 120."""
    body = SHAPES[id]
    outline = f'<g fill="{INK}" stroke="{INK}" stroke-width="4.5" stroke-linejoin="round">{body}</g>'
    return f'{inked(BEHIND.get(id, ""))}{outline}<g fill="{SKIN[id]}">{body}</g>{inked(BEFORE[id])}'


def meeple(id: str) -> str:
    """The playing piece, 40 by 40, with the Dinosaur's letter."""
    letter = (
        f'<text x="19" y="28" font-size="14" font-weight="700" text-anchor="middle" fill="{INK}">{MARKS[id]}</text>'
    )
    return _MEEPLE.format(SKIN[id], INK, INK) + letter


def winged(id: str) -> str:
    """The portrait of a player who is out: with wings and a halo."""
    wings = (
        f'<g fill="{PAPER}" stroke="{INK}" stroke-width="2"><path d="M26 66Q0 62 2 36q12 2 16 10 8 2 12 14z"/>'
        '<path d="M94 66q26-4 24-30-12 2-16 10-8 2-12 14z"/></g>'
    )
    halo = f'<ellipse cx="60" cy="7" rx="24" ry="5.5" stroke="#d9a520" stroke-width="4"/><ellipse cx="60" cy="7" rx="24" ry="8" stroke="{INK}"/>'
    return f'{wings}<g transform="translate(12 18) scale(.8)">{portrait(id)}</g>{halo}'
