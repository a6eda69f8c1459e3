"""The little drawings on the Point and Instant cards, 96 by 60 each. Words in braces are the colours of ink.py."""

POINT = {
    "flaming-chainsaw": '<path d="M40 29h40q8 0 8 6t-8 6H40z" fill="{grey}"/>'
    '<path d="M42 41l3 4 3-4 3 4 3-4 3 4 3-4 3 4 3-4 3 4 3-4 3 4 3-4"/>'
    '<path d="M48 28q-5-8 2-15 1 5 6 6-1-9 6-15 0 9 6 11 1-5 5-7 5 11-2 20z" fill="{orange}"/>'
    '<path d="M56 28q-1-6 4-9 3 4 5 9z" fill="{yellow}"/>'
    '<path d="M14 25q0-10 9-10h10v8h-9q-3 0-3 3" fill="{dark}"/>'
    '<path d="M9 25h26l6 5v13l-5 4H9z" fill="{red}"/><circle cx="22" cy="36" r="5" fill="{paper}"/>',
    "meteor-cannon": '<path d="M12 38l34-20 10 17-34 17q-8 0-10-14z" fill="{teal}"/>'
    '<path d="M44 16l14 21" stroke-width="5"/><circle cx="26" cy="46" r="10" fill="{brown}"/>'
    '<path d="M26 36v20M16 46h20"/><path d="M60 26l7-5M63 33l9-5"/>'
    '<path d="M70 12q4-7 12-5 9 2 8 11-3 9-12 7-10-3-8-13z" fill="{grey}"/><circle cx="77" cy="13" r="2"/>'
    '<circle cx="84" cy="19" r="1.5"/>',
    "hungry-plant": '<path d="M36 45h24l-4 12H40z" fill="{brown}"/><path d="M48 45q-3-6 0-12" stroke="{leaf}" stroke-width="5"/>'
    '<path d="M47 44q-14 2-18-8 12-3 18 8z" fill="{leaf}"/>'
    '<path d="M28 19q3-16 22-16 19 1 21 15l-21 5z" fill="{green}"/><path d="M29 25l21 2 21-5q-1 14-20 14-18-1-22-11z" fill="{green}"/>'
    '<path d="M31 19l4 6 4-5 4 6 4-5 4 6 4-6 4 5 4-6 4 5" fill="{paper}"/>'
    '<circle cx="44" cy="11" r="3" fill="{paper}"/><circle cx="58" cy="12" r="3" fill="{paper}"/>',
    "iced-ptea": '<path d="M32 14h32l-4 42H36z" fill="{sand}"/><path d="M34 26h28l-3 28H37z" fill="{orange}"/>'
    '<path d="M39 24l10-3 4 9-10 3zM50 36l9-1 1 9-9 1z" fill="{paper}"/><path d="M52 28l8-26 8 3"/>'
    '<path d="M28 18q-9-9-2-16 9 3 9 14z" fill="{leaf}"/><path d="M26 4q4 6 6 12"/>',
    "treenoculars": '<rect x="17" y="8" width="27" height="44" rx="8" fill="{brown}"/>'
    '<rect x="52" y="8" width="27" height="44" rx="8" fill="{brown}"/><path d="M44 22h8v12h-8z" fill="{leaf}"/>'
    '<ellipse cx="30" cy="48" rx="13" ry="8" fill="{blue}"/><ellipse cx="66" cy="48" rx="13" ry="8" fill="{blue}"/>'
    '<path d="M24 14v14M32 18v16M60 16v12M70 14v18"/><path d="M22 9q-10-2-9-8 9-2 12 7zM74 9q10-2 9-8-9-2-12 7z" fill="{leaf}"/>',
    "sting-stabber": '<path d="M8 50l42-24" stroke="{brown}" stroke-width="6"/><path d="M8 54l6-3M12 47l4 7"/>'
    '<path d="M48 18q14-10 22 4-2 15-19 12-8-8-3-16z" fill="{yellow}"/><path d="M54 15l9 17M62 15l6 13" stroke-width="4"/>'
    '<path d="M70 19l20-13-14 20z" fill="{dark}"/><path d="M52 16q-8-10-2-14 8 3 8 12z" fill="{paper}"/>',
    "star-fruit": '<path d="M48 3l8 16 18 1-13 13 5 20-18-10-18 10 5-20L22 20l18-1z" fill="{yellow}"/>'
    '<circle cx="42" cy="28" r="1.8" fill="{ink}"/><circle cx="54" cy="28" r="1.8" fill="{ink}"/><path d="M43 35q5 4 10 0"/>'
    '<path d="M78 10v8m-4-4h8M15 38v8m-4-4h8"/><path d="M48 3q4-4 8-1" stroke="{leaf}" stroke-width="3"/>',
    "bow-and-dino": '<path d="M30 4q40 4 40 26T30 56" stroke="{brown}" stroke-width="6"/><path d="M30 4L18 30l12 26"/>'
    '<path d="M18 30h60" stroke-width="3"/><path d="M12 24l8 6-8 6M18 24l8 6-8 6"/>'
    '<path d="M74 30q-4-12 7-13 11 0 12 10 0 6-8 7l-5 4z" fill="{green}"/><circle cx="84" cy="24" r="1.7" fill="{ink}"/>',
    "mouth-trap": '<path d="M10 49h76v8H10z" fill="{brown}"/><path d="M22 49q-4-16 4-28 9-13 22-13t22 13q8 12 4 28" fill="{red}"/>'
    '<path d="M24 28q8-22 24-22t24 22l-5 6-5-7-5 7-5-8-4 8-4-8-5 8-5-7-5 7z" fill="{pink}"/>'
    '<path d="M29 33l5 10 5-9M43 33l5 11 5-11M57 34l5 9 5-10" fill="{paper}"/>'
    '<path d="M20 49l6-11 5 8 6-8 6 8 5-8 5 8 6-8 6 8 5-8 6 11z" fill="{paper}"/><circle cx="40" cy="16" r="3" fill="{paper}"/>'
    '<circle cx="56" cy="16" r="3" fill="{paper}"/><path d="M35 9l9 3M61 9l-9 3M14 44q-8-3-4-9 8-2 3-8M82 44q8-3 4-9-8-2-3-8"/>',
    "run-home-bat": '<path d="M14 54L24 42 66 9q12-8 18 0 4 8-6 15L32 50 18 58z" fill="{brown}"/>'
    '<path d="M22 44l9 8M26 41l8 9"/><circle cx="24" cy="16" r="10" fill="{paper}"/>'
    '<path d="M18 8q5 8 0 16M30 8q-5 8 0 16" stroke="{red}"/><path d="M38 10l8-3M38 18h8"/>',
    "fire-spray": '<path d="M14 24h24v32H14z" fill="{red}"/><path d="M18 24q0-7 8-7t8 7z" fill="{grey}"/><path d="M22 10h9v7h-9z" fill="{dark}"/>'
    '<path d="M14 36h24v10H14z" fill="{paper}"/><path d="M34 13q16-12 30-8 14-4 24 6-6 4-4 8-8 0-12 6-10-2-16 1-12-2-22-13z" fill="{orange}"/>'
    '<path d="M42 13q14-5 30 0-10 7-30 0z" fill="{yellow}"/>',
    "bonehead": '<path d="M30 22q-14 4-16-5 0-7 7-7 0-8 8-7 7 1 7 9h24q0-8 7-9 8-1 8 7 7 0 7 7-2 9-16 5z" fill="{paper}"/>'
    '<path d="M28 22h40q4 34-20 34T28 22z" fill="{sand}"/><circle cx="40" cy="34" r="5" fill="{dark}"/>'
    '<circle cx="57" cy="34" r="5" fill="{dark}"/><path d="M41 46h14M45 43v6M51 43v6"/>',
    "smoothie": '<path d="M30 16h36l-3 38q0 3-4 3H37q-4 0-4-3z" fill="{paper}"/>'
    '<path d="M32 26q8-5 16 0t16 0l-2 27q0 3-4 3H38q-4 0-4-3z" fill="{green}"/><path d="M27 10h42v7H27z" fill="{teal}"/>'
    '<path d="M52 10l6-9 8 1"/><circle cx="42" cy="38" r="5" fill="{paper}"/><circle cx="42" cy="38" r="1.8" fill="{ink}"/>'
    '<path d="M50 46l8-6 1 5z" fill="{orange}"/><path d="M20 30q-6 5 0 10t0 10M77 28q-6 5 0 10t0 10"/>',
    "grave-maker": '<path d="M14 57q4-16 24-16t26 16z" fill="{brown}"/><path d="M60 6l-24 30" stroke="{sand}" stroke-width="6"/>'
    '<path d="M54 3l14 10" stroke-width="5"/><path d="M44 28l10 9q-6 16-22 16 2-16 12-25z" fill="{grey}"/>'
    '<path d="M68 57V32q0-10 10-10t10 10v25z" fill="{grey}"/><path d="M78 30v14m-5-9h10"/>',
    "grappling-snake": '<path d="M12 52q26 8 36-4t-8-16q-16-6-8-18 10-12 30-4" stroke="{ink}" stroke-width="12"/>'
    '<path d="M12 52q26 8 36-4t-8-16q-16-6-8-18 10-12 30-4" stroke="{green}" stroke-width="8"/>'
    '<path d="M58 4q14-4 20 6 0 10-14 9-10-4-6-15z" fill="{green}"/><circle cx="68" cy="8" r="1.8" fill="{ink}"/>'
    '<path d="M78 11h6m0 0l5-3m-5 3l5 3" stroke="{red}"/><path d="M78 28v12q0 10-9 10t-8-8l6 2M78 28v-4" stroke-width="4" stroke="{dark}"/>',
    "handy-pan": '<ellipse cx="36" cy="32" rx="28" ry="22" fill="{dark}"/><ellipse cx="36" cy="31" rx="22" ry="17" fill="{grey}"/>'
    '<path d="M63 36l28 12" stroke="{brown}" stroke-width="7"/>'
    '<path d="M20 32q-2-10 8-11 8-6 14 0 11 0 10 10-3 12-16 11-14 2-16-10z" fill="{paper}"/><circle cx="36" cy="31" r="7" fill="{yellow}"/>'
    '<path d="M78 8q-5 4 0 8t0 8M87 12q-4 3 0 6t0 6"/>',
    "dino-grabber": '<path d="M8 52l10-10 34-16" stroke="{ink}" stroke-width="8"/><path d="M18 42l34-16" stroke="{orange}" stroke-width="4"/>'
    '<path d="M10 40l6 16" stroke-width="5"/>'
    '<path d="M50 22q8-18 34-12l2 8-8-2-4 6-6-4-6 5-6-3z" fill="{teal}"/><path d="M52 30q18 14 34-2l-3-7-6 4-6-3-5 5-6-3z" fill="{teal}"/>'
    '<circle cx="64" cy="13" r="2" fill="{paper}"/>',
    "cool-stick": '<path d="M24 56L42 30l6-26 8 2-3 24 6 26-9 1-6-18-14 18z" fill="{brown}"/><path d="M46 14l-12-8M53 22l14-9 5-8"/>'
    '<path d="M67 13q8-4 11 3-8 4-11-3z" fill="{leaf}"/><path d="M36 24h26" stroke-width="3"/>'
    '<path d="M37 24h11v5q-6 6-11-1zM51 24h11v4q-5 7-11 1z" fill="{ink}"/>',
    "pet-rock": '<path d="M16 52q-4-22 12-32 14-10 30-6 20 6 24 24 2 10-2 14z" fill="{grey}"/>'
    '<circle cx="40" cy="30" r="7" fill="{paper}"/><circle cx="58" cy="30" r="7" fill="{paper}"/>'
    '<circle cx="42" cy="31" r="3" fill="{ink}"/><circle cx="56" cy="31" r="3" fill="{ink}"/><path d="M45 41q4 3 8 0"/>'
    '<path d="M18 46q32 8 63-2" stroke="{red}" stroke-width="5"/><circle cx="50" cy="52" r="4" fill="{yellow}"/>'
    '<path d="M50 12V5m0 0q-6-4-8 0 4 3 8 0z" fill="{leaf}"/>',
}

INSTANT = {
    "booster": '<path d="M48 3l24 24H60v28H36V27H24z" fill="{green}"/><path d="M48 18v18m-9-9h18" stroke-width="5" stroke="{paper}"/>'
    '<path d="M14 44v12M22 36v20M74 36v20M82 44v12" stroke="{leaf}" stroke-width="3"/>',
    "sapper": '<path d="M48 57L24 33h12V5h24v28h12z" fill="{violet}"/><path d="M39 24h18" stroke-width="5" stroke="{paper}"/>'
    '<path d="M16 12q-6 8 0 11 6-3 0-11zM80 12q-6 8 0 11 6-3 0-11zM22 34q-5 7 0 9 5-2 0-9zM75 34q-5 7 0 9 5-2 0-9z" fill="{blue}"/>',
    "inversion": '<path d="M22 24L34 6l12 18h-7v30h-10V24z" fill="{teal}"/><path d="M74 36L62 54 50 36h7V6h10v30z" fill="{orange}"/>'
    '<path d="M12 12q-6 18 0 36M84 12q6 18 0 36" stroke-dasharray="3 5"/>',
    "insurance": '<path d="M26 14h44v43H26z" fill="{paper}"/><path d="M33 40h30M33 46h30M33 52h16"/>'
    '<path d="M22 30Q24 6 48 5q24 1 26 25-6-5-13 0-6-5-13 0-7-5-13 0-7-5-13 0z" fill="{red}"/>'
    '<path d="M48 5v28q0 7 6 6"/><circle cx="62" cy="50" r="5" fill="{yellow}"/>',
    "redirect": '<path d="M46 14h6v43h-6z" fill="{brown}"/><path d="M34 57h30"/>'
    '<path d="M18 8h46l12 9-12 9H18z" fill="{yellow}"/><path d="M72 30H36l-9 8 9 8h36z" fill="{teal}"/>'
    '<path d="M26 17h28m-7-6 7 6-7 6" stroke-width="3"/>',
}
