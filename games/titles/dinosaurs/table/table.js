// Happy Little Dinosaurs: who names a target for an Instant card, by touch on the picture or in the list, wants to play
// it. In the capture phase, so that both are one choice, which one Undo takes back (choosing.js).
(() => {
  "use strict";
  document.addEventListener("change", (event) => {
    if (event.detail === "undo" || !event.target.matches?.(".dinosaurs-instant select")) return;
    const play = event.target.closest(".dinosaurs-instant").querySelector("input[type=radio]:not([value='keep'])");
    if (play) play.checked = true;
  }, true);
})();
