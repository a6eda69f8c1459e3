"""The little drawings on the Disaster cards, 96 by 60 each, and the four symbols, 24 by 24."""

TYPES = {"natural": "#3f7a4b", "predatory": "#b03a2e", "emotional": "#3a639c", "meteor": "#33343d"}
"""The colours of the types, dark enough for white letters."""

LETTERS = {"natural": "N", "predatory": "P", "emotional": "E", "meteor": "M"}

SYMBOLS = {
    "natural": '<path d="M6 13q-4 0-4-4t4-4q1-4 6-4t6 4q5 0 5 4t-5 4z" fill="{fill}"/>'
    '<path d="M13 11l-5 7h4l-2 5 7-8h-4l2-4z" fill="{bolt}"/>',
    "predatory": '<path d="M3 3h18q1 4-2 6-1 9-7 14-6-5-7-14-3-2-2-6z" fill="{fill}"/><path d="M10 8q0 6 2 10"/>',
    "emotional": '<path d="M12 22Q2 15 2 8q0-5 5-6 4 0 5 4 1-4 5-4 5 1 5 6 0 7-10 14z" fill="{fill}"/>'
    '<path d="M12 6l-3 4 5 3-4 4 2 5"/>',
    "meteor": '<path d="M22 2q-4 8-10 9M20 9q-2 6-6 8M15 3q-4 4-8 5"/>'
    '<path d="M3 12l6-2 5 5-2 6-7 1-3-5z" fill="{fill}"/>',
}

NATURAL = {
    "bright-idea": '<circle cx="48" cy="27" r="15" fill="{yellow}"/>'
    '<path d="M48 2v6M29 8l4 5M67 8l-4 5M20 27h7M69 27h7M28 46l5-4M68 46l-5-4"/><path d="M40 42h16v6H40zM42 48h12v7H42z" fill="{grey}"/>'
    '<path d="M37 25h10q-1 7-5 7t-5-7zM50 25h10q-1 7-5 7t-5-7zM47 25h3" fill="{ink}"/>',
    "casual-afternoon-stroll": '<path d="M8 57L38 18h20l30 39z" fill="{brown}"/><path d="M38 18q10 6 20 0l4 5q-4 8-8 2-5 9-10 0-6 5-10-2z" fill="{red}"/>'
    '<path d="M44 12q-10-2-6-9 4-3 8 0 6-5 11 1 6 5-2 8z" fill="{grey}"/><path d="M30 57q2-8 14-9t8-9" stroke="{sand}" stroke-width="4"/>',
    "downpour": '<path d="M28 28q-12-1-11-10 1-9 12-8 4-9 17-8 12 1 14 9 14-2 15 8 0 9-12 9z" fill="{dark}"/>'
    '<path d="M32 34l-4 9M44 34l-4 9M56 34l-4 9M66 34l-4 9M38 44l-3 8M50 44l-3 8M60 44l-3 8" stroke="{blue}" stroke-width="3"/>'
    '<path d="M26 57q22-5 42 0"/><path d="M80 57l3-5 3 5 4-4v4" stroke="{leaf}"/>',
    "leaf-me-alone": '<path d="M14 52l4-14-6-2 8-6-3-7 9 1 2-10 8 6 8-8 4 10 9-2-2 9 8 4-8 6 3 9-10-1-4 9-8-5-9 5-3-8z" fill="{leaf}"/>'
    '<path d="M14 54q20-16 38-32M30 40l-2-10M38 34l12 2"/><path d="M66 56l2-9-4-3 6-3-1-6 6 2 4-6 4 6 6-1-3 6 3 4-7 2-2 6-7-3z" fill="{orange}"/>',
    "spa-day": '<path d="M10 28h76l-6 26q-1 3-5 3H21q-4 0-5-3z" fill="{sand}"/><ellipse cx="48" cy="28" rx="38" ry="11" fill="{brown}"/>'
    '<path d="M38 28q-2-14 10-14t11 14z" fill="{green}"/><path d="M40 20h8M51 20h7" stroke-width="4"/><circle cx="24" cy="29" r="4"/><circle cx="72" cy="27" r="5"/>'
    '<path d="M24 12q-4-4 0-8M74 12q-4-4 0-8"/>',
    "this-feels-personal": '<path d="M2 46h28l4-6 6 6h4l4-8 6 8h6l4-6 4 6h26v11H2z" fill="{brown}"/><path d="M42 57l5-10-4-5 6-10-3-6" stroke-width="3"/>'
    '<path d="M36 22q0-14 12-14t12 14z" fill="{green}"/><circle cx="44" cy="16" r="1.8" fill="{ink}"/><circle cx="53" cy="16" r="1.8" fill="{ink}"/>'
    '<path d="M26 14l-6 4 6 4-6 4M70 14l6 4-6 4 6 4M36 25h24"/>',
    "trapped": '<path d="M4 34l84-18 4 15L8 50z" fill="{brown}"/><ellipse cx="89" cy="24" rx="4" ry="8" transform="rotate(-12 89 24)" fill="{sand}"/>'
    '<path d="M18 36l14-3M40 32l20-5M30 42l24-5"/><path d="M44 40q-2 14-14 14-12 0-24 3 14-12 24-8 6 1 8-8z" fill="{green}"/>'
    '<path d="M60 8v-6M70 8l4-5M50 9l-4-5" stroke="{red}"/>',
    "uncommon-cold": '<path d="M58 34V8q0-5 5-5t5 5v26q6 4 4 12-3 8-10 8t-9-8q-1-8 5-12z" fill="{paper}"/><path d="M63 18v26" stroke="{red}" stroke-width="4"/>'
    '<circle cx="63" cy="45" r="5" fill="{red}"/><path d="M72 12h5M72 20h5M72 28h5"/>'
    '<path d="M14 34h30v22H14z" fill="{blue}"/><path d="M20 34q-2-12 6-18 4 6 10 4 2 8 2 14z" fill="{paper}"/><path d="M8 12l5 3M10 22h6"/>',
}

PREDATORY = {
    "a-day-at-the-beach": '<path d="M2 44q8-6 16 0t16 0 16 0 16 0 16 0 12-2v15H2z" fill="{blue}"/><path d="M30 42q4-26 26-30-6 16 6 30z" fill="{dark}"/>'
    '<path d="M72 40l8-30" /><path d="M64 16q8-14 26-6z" fill="{orange}"/><path d="M8 52q6-4 12 0M60 52q6-4 12 0"/>',
    "armed-and-dangerous": '<path d="M22 56V34q0-8 8-8t8 8v22zM42 56V38q0-8 8-8t8 8v18zM62 56V34q0-8 8-8t8 8v22z" fill="{orange}"/>'
    '<path d="M16 56V8m-4 8l4-10 4 10M86 56V8m-4 8l4-10 4 10M50 22V4m-4 6l4-8 4 8" stroke-width="2.5"/>'
    '<circle cx="27" cy="36" r="1.6" fill="{ink}"/><circle cx="33" cy="36" r="1.6" fill="{ink}"/><circle cx="47" cy="40" r="1.6" fill="{ink}"/>'
    '<circle cx="53" cy="40" r="1.6" fill="{ink}"/><circle cx="67" cy="36" r="1.6" fill="{ink}"/><circle cx="73" cy="36" r="1.6" fill="{ink}"/>'
    '<path d="M25 32l4 2M35 32l-4 2M45 36l4 2M55 36l-4 2M65 32l4 2M75 32l-4 2"/>',
    "feeling-squirrely": '<path d="M62 56q24-4 20-30-4-22-20-20-10 4-4 14 8 0 8 10 0 14-10 26z" fill="{brown}"/>'
    '<path d="M22 56q-2-18 10-22 14-4 24 8 4 10 0 14z" fill="{brown}"/><path d="M18 30q-2-16 12-18l2-8 6 9q12 6 8 20-10 10-28-3z" fill="{brown}"/>'
    '<circle cx="32" cy="22" r="2.2" fill="{ink}"/><path d="M19 31l3 11 5-6 4 9 4-10" fill="{paper}"/><path d="M20 44l-8 4"/>',
    "fired-up": '<path d="M10 57q6-38 38-40 32 2 38 40z" fill="{brown}"/><path d="M40 57q0-16 8-16t8 16z" fill="{dark}"/>'
    '<path d="M40 17q-6-8 2-15 2 6 6 6 0-5 4-7 8 8 2 17z" fill="{orange}"/>'
    '<g fill="{red}"><circle cx="24" cy="42" r="3"/><circle cx="29" cy="39" r="3"/><circle cx="70" cy="36" r="3"/><circle cx="75" cy="40" r="3"/><circle cx="34" cy="26" r="2.5"/><circle cx="38" cy="24" r="2.5"/></g>'
    '<path d="M22 45l-3 4M31 42l2 4M68 39l-2 4M77 43l4 3"/>',
    "lil-cannibal": '<path d="M30 24q-2-20 18-20t18 20q0 14-18 14T30 24z" fill="{violet}"/><circle cx="41" cy="19" r="2.2" fill="{ink}"/><circle cx="55" cy="19" r="2.2" fill="{ink}"/>'
    '<path d="M40 28q8 7 16 0l-3 1-2 4-2-3-2 3-2-3-2 2z" fill="{paper}"/><path d="M46 4q-2-4 4-4"/>'
    '<path d="M34 37q14 8 28 0l6 20H28z" fill="{paper}"/><path d="M42 48h12m-12 0q-4-4-4 0 0 4 4 0m12 0q4-4 4 0 0 4-4 0"/>'
    '<path d="M76 56V30m-4-12v9q4 5 8 0v-9m-4 0v9M18 56V36q-5-2-5-10t5-8q5 0 5 8t-5 10"/>',
    "love-hurts": '<path d="M48 54Q20 36 22 20 24 6 38 8q8 2 10 9 2-7 10-9 14-2 16 12 2 16-26 34z" fill="{pink}"/>'
    '<path d="M18 30q30 12 60-2M22 42q26 10 52-3" stroke="{ink}" stroke-width="10"/><path d="M18 30q30 12 60-2M22 42q26 10 52-3" stroke="{green}" stroke-width="6"/>'
    '<path d="M72 22q4-12 14-8 8 6 2 13-8 5-16-5z" fill="{green}"/><circle cx="82" cy="18" r="1.7" fill="{ink}"/><path d="M90 24l4 4"/>',
    "shark-with-legs": '<path d="M6 34q16-22 48-20l6-12 6 14q16 4 16 12l10-8-4 16 4 10-12-6q-26 12-52 4-12-2-22-10z" fill="{grey}"/>'
    '<path d="M10 37l6 2 3-4 4 6 4-5 4 5 4-5 4 5" fill="{paper}"/><circle cx="24" cy="27" r="2.2" fill="{ink}"/><path d="M44 26q2 6-1 11M50 26q2 6-1 11"/>'
    '<path d="M38 47v10h-7M58 46v11h-7" stroke-width="3"/>',
    "stomped": '<path d="M34 0v26q-18 8-18 18h58q4-14-12-22V0z" fill="{teal}"/><path d="M16 44q-2 6 6 6t8-6q0 6 8 6t8-6q0 6 8 6t8-6q0 6 6 5t6-5" fill="{paper}"/>'
    '<path d="M10 57h76M6 40l5 3M90 40l-5 3M4 52h6M92 52h-6"/><path d="M40 8q4 3 8 0M46 18q4 3 8 0"/>',
}

EMOTIONAL = {
    "baddest-hair-day": '<path d="M14 30h38M22 30V12q0-4 4-4h14q4 0 4 4v18" fill="{dark}"/><path d="M10 30h46q0 6-6 6H16q-6 0-6-6z" fill="{dark}"/>'
    '<path d="M22 23h22" stroke="{red}" stroke-width="5"/><path d="M62 6l14 32M84 6L70 38" stroke-width="3"/>'
    '<circle cx="67" cy="44" r="6" fill="{red}"/><circle cx="80" cy="44" r="6" fill="{red}"/>'
    '<path d="M14 50q4-6 8 0M28 54q4-6 8 0M42 50q4-6 8 0" stroke="{brown}" stroke-width="3"/>',
    "emergency-ex-it": '<path d="M22 3h52v16H22z" fill="{green}"/><path d="M40 7h-6v8h6M34 11h5M45 7l6 8M51 7l-6 8M57 7v8M61 7h7M64.500 7v8" stroke="{paper}"/>'
    '<path d="M26 57V36q0-8 7-8t7 8v21z" fill="{pink}"/><path d="M42 57V30q0-9 8-9t8 9v27z" fill="{teal}"/><circle cx="31" cy="36" r="1.5" fill="{ink}"/><circle cx="36" cy="36" r="1.5" fill="{ink}"/>'
    '<circle cx="47" cy="30" r="1.5" fill="{ink}"/><circle cx="53" cy="30" r="1.5" fill="{ink}"/><path d="M72 57V46q0-6 6-6t6 6v11z" fill="{grey}"/><path d="M74 49h3M80 49h3M76 54q2-2 4 0"/>',
    "ghosted": '<path d="M6 40h62" stroke-width="4"/><path d="M36 40v17M28 57h18"/><path d="M14 40q-2-12 6-12t6 12z" fill="{yellow}"/><path d="M44 36h16v4H44z" fill="{paper}"/>'
    '<path d="M64 44V20q0-14 13-14t13 14v24l-5-4-4 4-4-4-4 4-4-4z" fill="{paper}" stroke-dasharray="4 3"/><circle cx="73" cy="20" r="1.8" fill="{ink}"/><circle cx="82" cy="20" r="1.8" fill="{ink}"/>'
    '<path d="M20 24v-8m-3 4h6"/>',
    "left-behind-again": '<path d="M8 6h80v48H8z" fill="{paper}"/><path d="M14 12h68v32H14z" fill="{blue}"/>'
    '<path d="M18 44V32q0-6 6-6t6 6v12zM32 44V28q0-6 6-6t6 6v16zM66 44V30q0-6 6-6t6 6v14z" fill="{green}"/>'
    '<path d="M50 44V30q0-6 6-6t6 6v14" stroke-dasharray="3 3"/><path d="M22 34q2 2 4 0M36 31q2 2 4 0M70 33q2 2 4 0"/><path d="M54 36q0-4 3-3 2 2-1 4v2"/>',
    "ooh-burn": '<path d="M14 42h68l-8 14H22z" fill="{grey}"/><path d="M20 42q0-18 28-18t28 18z" fill="{dark}"/><path d="M32 34l6 4M46 30l5 5M60 34l4 4" stroke="{orange}"/>'
    '<path d="M32 20q-6-5 0-9t0-9M48 18q-6-5 0-9t0-9M64 20q-6-5 0-9t0-9" stroke="{dark}" stroke-width="3"/>',
    "outer-circle": '<g fill="{teal}"><circle cx="36" cy="12" r="7"/><circle cx="54" cy="20" r="7"/><circle cx="54" cy="40" r="7"/><circle cx="36" cy="49" r="7"/><circle cx="18" cy="40" r="7"/><circle cx="18" cy="20" r="7"/></g>'
    '<path d="M30 30h12M33 26h8M33 34h8" /><circle cx="82" cy="44" r="8" fill="{yellow}"/><circle cx="79" cy="43" r="1.4" fill="{ink}"/><circle cx="84" cy="43" r="1.4" fill="{ink}"/><path d="M79 49q3-3 6 0"/><path d="M68 6v48" stroke-dasharray="2 4"/>',
    "the-future-is-bleak": '<circle cx="48" cy="26" r="22" fill="{violet}"/><path d="M28 50h40l5 8H23z" fill="{brown}"/><path d="M32 20q6-10 16-11"/>'
    '<path d="M36 34q-6 0-6-5t6-4q2-5 8-4 6-2 9 4 7-1 7 4t-6 5z" fill="{grey}"/><path d="M38 38l-2 4M46 38l-2 4M54 38l-2 4"/>'
    '<path d="M78 30h14v9H78zM76 34h14v9H76z" fill="{green}"/>',
    "the-sad-truth": '<circle cx="30" cy="32" r="22" fill="{paper}"/><path d="M30 32V17M30 32h12" stroke-width="3"/><path d="M30 12v2M30 50v2M10 32h2M48 32h2"/>'
    '<path d="M66 4q-10 4-8 16t14 12q-16-4-6-28z" fill="{yellow}"/><circle cx="62" cy="40" r="3" fill="{blue}"/><circle cx="69" cy="34" r="4" fill="{blue}"/>'
    '<path d="M74 26q-8-2-4-9 2-5 8-4 4-5 10 0 6 4 2 9-2 6-8 4-5 3-8 0z" fill="{blue}"/><path d="M80 14q1-2 3-1 2 2-1 4v1"/>',
}

METEOR = {
    "meteor": '<path d="M92 2Q70 6 54 20l-8 20 18-10Q82 22 92 2z" fill="{orange}"/><path d="M88 8Q70 12 58 24l-4 10 10-6q14-6 24-20z" fill="{yellow}"/>'
    '<path d="M18 30q8-12 24-8 14 4 14 18 0 14-14 17-18 3-25-9-4-10 1-18z" fill="{dark}"/>'
    '<circle cx="30" cy="34" r="4" fill="{grey}"/><circle cx="44" cy="44" r="5" fill="{grey}"/><circle cx="28" cy="48" r="3" fill="{grey}"/>'
    '<path d="M70 40l10-8M62 52l14-8M40 10l12-8" stroke-width="2"/>',
}
