// Previews a choice once its form is complete. The server answers from what the seat may know.
(() => {
  "use strict";
  let timer = 0;
  // Nothing moves while a button is pressed: the press would miss it.
  let release = () => {}, released = Promise.resolve();
  document.addEventListener("pointerdown", () => { release(); released = new Promise((done) => { release = done; }); }, true);
  for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, () => setTimeout(release, 0), true);
  function fieldsOf(form) {
    const fields = new URLSearchParams(new FormData(form));
    fields.delete("csrfmiddlewaretoken");
    return String(fields);
  }
  async function ask(form, output) {
    if (!form.isConnected || form.dataset.sent) return; // already sent
    const fields = fieldsOf(form), address = `${form.action.replace(/play\/$/, "")}preview/`;
    try {
      const answer = await fetch(`${address}?${fields}`, { headers: { "Playpost-Preview": "1" } });
      const words = await answer.text();
      await released;
      // Another choice has been made since: its own answer follows.
      if (answer.ok && document.contains(form) && fieldsOf(form) === fields) output.innerHTML = words;
    } catch { output.textContent = ""; }
    document.dispatchEvent(new Event("table:preview"));
  }
  // A verb without fields takes one click, so hovering over its button previews it.
  document.addEventListener("focusin", (event) => foresee(event));
  document.addEventListener("pointerover", (event) => foresee(event));
  function foresee(event) {
    const form = event.target.closest?.("#t-decision form.action [type=submit]")?.form;
    const output = form?.querySelector("output.preview");
    if (!output || output.textContent || output.dataset.asked || !form.checkValidity()) return;
    output.dataset.asked = "1"; // once per choice
    ask(form, output);
  }
  document.addEventListener("change", (event) => {
    const form = event.target.closest?.("#t-decision form.action");
    const output = form?.querySelector("output.preview");
    if (!output) return;
    clearTimeout(timer);
    output.textContent = "";
    delete output.dataset.asked;
    if (form.checkValidity()) timer = setTimeout(() => ask(form, output), 180);
  });
  // A choice outlasts an update of the table (keep_input.js), but its preview went with the old form.
  document.addEventListener("table:swapped", ({ target }) => {
    for (const output of target.id === "t-decision" ? all("output.preview:empty", target) : []) {
      const { form } = output, isMade = [...form.elements].some((input) => input.checked !== input.defaultChecked);
      if (isMade && form.checkValidity()) ask(form, output);
    }
  });
})();
