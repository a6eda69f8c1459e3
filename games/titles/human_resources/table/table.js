// Human Resources: draws the places that a step offers (steps.js), and what the office would look like. See also plan.js.
(() => {
  "use strict";
  const U = 40;
  const SVG = "http://www.w3.org/2000/svg";
  const STEP = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };
  const cardOf = (id) => one(`.human_resources-hand [data-ref="card/${CSS.escape(id)}"]`);
  const xy = (value) => value.split(",").map(Number);

  function svg(tag, attributes, text = "") {
    const made = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.textContent = text;
    return made;
  }

  const square = ([x, y], look = "") => svg("path", { d: `M${x * U} ${y * U}h40v40h-40z`, class: look });
  const gone = (at) => square(at, "human_resources-gone");
  const colourAt = ([x, y]) => one(`#hr-cells [data-at="${x * U},${y * U}"]`)?.dataset.piece[0];
  const ghost = ([x, y], colour) => svg("use", { href: `#hr-${colour}`, x: x * U, y: y * U, class: "human_resources-ghost" });
  const slid = (cells, way, count) => cells.map(([x, y]) => [x + STEP[way][0] * count, y + STEP[way][1] * count]);

  /** Show what the office would look like: cubicles added, removed or moved. */
  function ghosts(verb, args, cells) {
    const [at, from, to, a, b] = ["at", "from", "to", "a", "b"].map((name) => args[name] && xy(args[name])), laid = verb === "place" ? args.card : args.give;
    if (laid && at) return [ghost(at, cardOf(laid).dataset.colour)];
    if (from && to) return [ghost(to, colourAt(from)), gone(from)];
    if (a && b) return [ghost(a, colourAt(b)), ghost(b, colourAt(a))];
    if (at) return [gone(at)];
    return args.dist ? [...cells.map(gone), ...slid(cells, args.dir, args.dist).map((place, count) => ghost(place, colourAt(cells[count])))] : [];
  }

  /** A button in the picture; the stop of a group is numbered at the place that goes ahead. */
  function target(places, ref, sign = "") {
    const made = svg("g", { class: "human_resources-target", "data-ref": ref, "data-at": places[0].join(",") });
    made.append(...places.map((place) => square(place)));
    if (sign) made.append(svg("text", { x: places[0][0] * U + 20, y: places[0][1] * U + 26 }, sign));
    return made;
  }

  function draw({ form, chosen, parts }) {
    const layer = one(".human_resources-targets"), args = Object.fromEntries(chosen), cells = chosen.getAll("cells").map(xy);
    if (!layer) return;
    const offered = parts.flatMap((part) => all("button", part)), shown = [];
    const marked = ["at", "from", "to", "a", "b"].flatMap((name) => args[name] ? [xy(args[name])] : []);
    const made = [...(form ? ghosts(form.elements.verb.value, args, cells) : []), ...[...marked, ...(args.dist ? [] : cells)].map((at) => square(at, "human_resources-chosen"))];
    for (const { value, dataset: { ref } } of offered.toReversed().filter((way) => way.dataset.ref.startsWith("by/"))) {
      if (args.dist && args.dist !== value) continue;
      const [dx, dy] = STEP[args.dir], stop = slid(cells, args.dir, value).toSorted((a, b) => b[0] * dx + b[1] * dy - a[0] * dx - a[1] * dy);
      made.push(target(stop, ref, value));
      shown.push(...stop);
    }
    const places = offered.filter((way) => way.dataset.ref.startsWith("cell/"));
    made.push(...places.map((way) => target([xy(way.value)], way.dataset.ref)));
    layer.replaceChildren(...made);
    frame([...shown, ...places.map((way) => xy(way.value))]);
  }

  /** Enlarge the plan to include these places; without any, restore the server's size. */
  function frame(places) {
    const plan = one(".human_resources-office");
    plan.dataset.box ??= plan.getAttribute("viewBox");
    let [left, top, width, height] = plan.dataset.box.split(" ").map(Number);
    const right = Math.max(left + width, ...places.map(([x]) => (x + 1) * U));
    const bottom = Math.max(top + height, ...places.map(([, y]) => (y + 1) * U));
    left = Math.min(left, ...places.map(([x]) => x * U - 20));
    top = Math.min(top, ...places.map(([, y]) => y * U - 20));
    const box = [left, top, right - left, bottom - top].join(" ");
    if (box === plan.getAttribute("viewBox")) return;
    plan.setAttribute("viewBox", box);
    document.dispatchEvent(new Event("human_resources:frame"));
  }

  /** The button and the ribbon say what the card does. */
  function label(main) {
    const hand = one(".human_resources-hand"), card = one("input:checked", hand);
    one('#t-decision [data-verb="place"] [type=submit]').textContent = card ? "Place cubicle" : "Place";
    hand.dataset.does = card && main.dataset.verb === "use" ? one("[type=submit]", main).textContent : "Place";
  }

  document.addEventListener("table:steps", ({ detail }) => {
    draw(detail);
    label(one("#t-decision [data-main=true]"));
  });

  /* ---------- dragging a card into the office: its places light up as it is lifted ---------- */
  document.addEventListener("table:lift", (event) => {
    const input = event.target.matches("#t-decision:has([name=steps]) .human_resources-hand label") && one("input", event.target);
    if (input && !input.checked) input.click();
  });
  document.addEventListener("table:drop", ({ detail: { x, y, input } }) => {
    const at = document.elementsFromPoint(x, y).map((node) => node.closest(".human_resources-target")).find(Boolean)?.dataset.ref;
    if (at && input.checked) one(`#t-decision [data-step="at"] [data-ref="${at}"]`)?.click();
  });
})();
