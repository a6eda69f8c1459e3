// Optional enhancements for all pages: theme, menus, copying, small conveniences.
(() => {
  "use strict";
  const root = document.documentElement;

  /* For all scripts: the first element that matches, and a list of all. */
  window.one = (selector, within = document) => within?.querySelector(selector);
  window.all = (selector, within = document) => [...(within?.querySelectorAll(selector) ?? [])];

  /** An element with these properties, its data attributes and its content. */
  window.make = (tag, { dataset = {}, ...properties } = {}, ...content) => {
    const made = Object.assign(document.createElement(tag), properties);
    Object.assign(made.dataset, dataset);
    made.append(...content);
    return made;
  };
  window.makeButton = (words, properties = {}) => make("button", { type: "button", className: "button is-plain", ...properties }, words);

  /** Does this click open a link in a tab or window of its own? */
  window.opensElsewhere = ({ ctrlKey, metaKey, shiftKey, button }) => ctrlKey || metaKey || shiftKey || button > 0;

  /** The content of a piece of HTML. */
  window.fromHtml = (html) => {
    const made = document.createElement("template");
    made.innerHTML = html;
    return made.content;
  };

  /** The part of a page that scripts replace, as HTML. */
  window.fetchPart = async (address) => {
    const part = new URL(address, location.href);
    part.searchParams.set("part", "1");
    const answer = await fetch(part);
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.text();
  };

  /** A drawing from a file of several. */
  window.drawingOf = (href, viewBox = "") => {
    const made = fromHtml("<svg><use></use></svg>").firstChild;
    if (viewBox) made.setAttribute("viewBox", viewBox);
    made.firstChild.setAttribute("href", href);
    return made;
  };

  /** What this browser remembers under a name, or null; with a value, that from now on. */
  window.remembered = (name, value) => {
    try {
      if (value !== undefined) localStorage.setItem(name, value);
      return localStorage.getItem(name);
    } catch { return null; }
  };

  function setUpTheme() {
    const night = matchMedia("(prefers-color-scheme: dark)");
    const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : night.matches);
    const buttons = all("[data-theme-toggle]");
    const label = () => {
      for (const button of buttons) {
        button.hidden = false;
        const name = isDark() ? "Light mode" : "Dark mode", use = button.querySelector("use");
        if (!use) button.textContent = name;
        else button.setAttribute("aria-label", name);
        if (use) use.setAttribute("href", use.getAttribute("href").replace(/#.*/, isDark() ? "#sun" : "#moon"));
      }
    };
    const toggle = () => {
      const wanted = isDark() ? "light" : "dark";
      root.dataset.theme = (wanted === "dark") === night.matches ? "" : wanted;
      remembered("theme", root.dataset.theme);
      label();
    };
    for (const button of buttons) button.addEventListener("click", toggle);
    night.addEventListener("change", label);
    label();
  }

  function guessTimeZone() {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    for (const field of all("input[name=time_zone]")) if (!field.value && zone) field.value = zone;
  }

  // <button data-copy="#id">
  async function copy({ target: button }) {
    if (!button.matches("[data-copy]")) return;
    const field = one(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(field.value || field.textContent.trim());
      button.textContent = "Copied";
    } catch { // not allowed to, or the site has no HTTPS: the visitor copies what is marked
      field.classList.remove("sr");
      getSelection().selectAllChildren(field);
      field.select?.();
    }
  }

  function closeMenus(event) {
    for (const menu of all("details.menu[open]")) {
      const outside = event.type === "click" && !menu.contains(event.target);
      if (!outside && event.key !== "Escape") continue;
      menu.open = false;
      if (event.key === "Escape") menu.querySelector("summary").focus();
    }
  }

  // Ignore a second click on the same button. Live forms handle this themselves.
  function sendOnce(event) {
    const form = event.target;
    if (form.method !== "post" || "live" in form.dataset || event.defaultPrevented) return;
    if (Date.now() - Number(form.dataset.sent || 0) < 1500) event.preventDefault();
    else form.dataset.sent = String(Date.now());
  }

  document.addEventListener("submit", sendOnce);
  document.addEventListener("click", closeMenus);
  document.addEventListener("keydown", closeMenus);
  document.addEventListener("click", copy);
  for (const button of all("[data-print]")) button.addEventListener("click", () => print());
  setUpTheme();
  guessTimeZone();
  one("[aria-invalid=true]")?.focus();
})();
