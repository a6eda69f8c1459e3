// The site as an app: works offline, shares links with other apps, and shows on its icon how much is waiting.
(() => {
  "use strict";
  const worker = document.querySelector("link[data-worker]")?.dataset.worker;
  if (worker && "serviceWorker" in navigator) addEventListener("load", () => navigator.serviceWorker.register(worker).catch(() => {}));

  const waiting = Number(document.querySelector("[data-waiting]")?.firstChild.textContent) || 0;
  if (navigator.setAppBadge && document.querySelector(".tools")) navigator.setAppBadge(waiting).catch(() => {});

  /** Beside each button that copies a link. */
  function offerShare() {
    for (const copy of all("[data-copy]")) {
      const field = document.querySelector(copy.dataset.copy), url = field.value || field.textContent.trim();
      if (!/^https?:/.test(url) || copy.nextElementSibling?.dataset.share) continue;
      const button = makeButton("Share", { dataset: { share: url } });
      button.addEventListener("click", () => navigator.share({ title: document.title, url }).catch(() => {}));
      copy.after(button);
    }
  }
  if (!navigator.share) return;
  offerShare();
  document.addEventListener("replay:moved", offerShare);
})();
