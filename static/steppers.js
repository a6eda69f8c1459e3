// Number fields of decisions get a button for one less and one for one more.
(() => {
  "use strict";
  function step(input, by) {
    if (input.value === "") input.value = input.min || "0";
    else if (by > 0) input.stepUp();
    else input.stepDown();
    for (const kind of ["input", "change"]) input.dispatchEvent(new Event(kind, { bubbles: true }));
  }

  function button(input, by) {
    const made = makeButton(by > 0 ? "+" : "−", { tabIndex: -1, ariaLabel: by > 0 ? "One more" : "One less" });
    made.addEventListener("click", (event) => { event.preventDefault(); step(input, by); });
    return made;
  }

  function dress() {
    for (const input of all(":is(#t-decision, #t-order) [type=number]")) {
      if (input.parentElement.matches(".stepper")) continue;
      const box = make("span", { className: "stepper" });
      input.replaceWith(box);
      box.append(button(input, -1), input, button(input, 1));
    }
  }
  for (const kind of ["table:swapped", "table:order"]) document.addEventListener(kind, dress);
  dress();
})();
