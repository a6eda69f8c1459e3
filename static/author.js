// While an author edits a game (manage.py author): the server is started anew after each change. Load the page again then.
(() => {
  "use strict";
  let wasGone = false;
  setInterval(async () => {
    try {
      await fetch("/robots.txt", { method: "HEAD", cache: "no-store" });
      if (wasGone) location.reload();
    } catch {
      wasGone = true;
    }
  }, 300);
})();
