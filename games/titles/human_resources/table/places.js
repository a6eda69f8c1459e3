// Human Resources: the places in sentences, at tables and in replays, see also plan.js.
(() => {
  "use strict";
  const SENTENCES = "#t-log .log-line, .log .log-line, .log .row-link, .status-last, .act-said, .moment-told > p";
  const PLACES = /\(-?\d+,-?\d+\)((?:(?:,? and |, | to | )\(-?\d+,-?\d+\))*)/;

  /** Instead of "(0,-2) (1,-2)", a chip that lights these cubicles; the numbers stay its name. */
  function tell() {
    if (!one(".human_resources-targets")) return;
    for (const line of all(SENTENCES)) for (let text of [...line.childNodes]) for (let found; text.nodeType === Node.TEXT_NODE && (found = PLACES.exec(text.data));) {
      if (!line.matches(".log-line, .row-link") && text.parentNode === line) {
        line.append(make("span", {}, ...line.childNodes)); // these lines are grids
      }
      const rest = text.splitText(found.index), words = found[1] ? "these places" : "this place", [places] = found;
      const look = { className: "human_resources-chip", dataset: { places } }; // no button in a link
      const chip = line.matches(".row-link") ? make("span", { ...look, title: places }, words) : makeButton(words, { ...look, ariaLabel: `${words}: ${places}` });
      rest.data = rest.data.slice(places.length).replace(/^(?=[.,:;])/, "\u2060"); // no line begins with a full stop
      rest.before(chip);
      text = rest;
    }
  }

  function light(chip) {
    const layer = one(".human_resources-see"), places = [...(chip?.dataset.places ?? "").matchAll(/-?\d+,-?\d+/g)].map(([at]) => at.split(",").map((n) => n * 40));
    one(".human_resources-told")?.remove();
    if (!layer || !places.length) return;
    const told = document.createElementNS("http://www.w3.org/2000/svg", "path");
    told.setAttribute("class", "human_resources-told");
    told.setAttribute("d", places.map(([x, y]) => `M${x + 2} ${y + 2}h36v36h-36z`).join(""));
    layer.append(told);
    told.dispatchEvent(new Event("human_resources:lit", { bubbles: true }));
  }
  const show = ({ target }) => {
    const chip = target.closest?.(".human_resources-chip");
    if (chip || one(".human_resources-told")) light(chip);
  };
  for (const name of ["pointerover", "focusin"]) document.addEventListener(name, show);
  for (const name of ["table:shown", "table:preview", "table:swapped", "replay:moved"]) document.addEventListener(name, tell);
  tell();
})();
