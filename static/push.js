/* "Notify this browser": asks for permission, subscribes to the browser's push service, and sends the server the endpoint. */
const button = document.querySelector("[data-push]");
const words = document.querySelector("[data-push-words]");

function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

async function subscribe() {
  const scope = new URL(button.dataset.worker, location.href).pathname.replace(/[^/]*$/, "");
  const registration = await navigator.serviceWorker.register(button.dataset.worker, { scope });
  while (!registration.active) await new Promise((done) => setTimeout(done, 50));
  const options = { userVisibleOnly: true, applicationServerKey: bytes(button.dataset.push) };
  const { endpoint, keys } = (await registration.pushManager.subscribe(options)).toJSON();
  const form = new FormData(button.form);
  for (const [name, value] of Object.entries({ url: endpoint, p256dh: keys.p256dh, auth: keys.auth })) form.set(name, value);
  return fetch(button.form.action, { method: "POST", body: form });
}

function decline({ target }) {
  remembered("push-declined", "1");
  words.textContent = target.dataset.pushNo;
  button.hidden = target.hidden = true;
}

async function begin(event) {
  event.preventDefault();
  button.disabled = true;
  try {
    if ((await Notification.requestPermission()) !== "granted") throw new Error("Your browser does not allow it.");
    const answer = await subscribe();
    if (!answer.ok) throw new Error("It was not accepted. Load the page again and try once more.");
    remembered("push-declined", "");
    if (!button.dataset.done) return location.reload();
    words.textContent = button.dataset.done;
    button.hidden = true;
  } catch (error) {
    words.textContent = error.message;
    button.disabled = false;
  }
}

if (button && "serviceWorker" in navigator && "PushManager" in window) {
  const offer = button.closest("[data-push-offer]");
  const no = document.querySelector("[data-push-no]");
  no?.addEventListener("click", decline);
  if (offer) offer.hidden = (no && remembered("push-declined") === "1") || !["granted", offer.dataset.pushOffer || "default"].includes(Notification.permission);
  else words.textContent = "";
  button.hidden = false;
  button.form.addEventListener("submit", begin);
}

// A worker sends a test a moment after the page has come: show what became of it.
async function showResults(tries) {
  if (!tries || !document.querySelector(":is(#notices, #webhooks) [data-waiting]")) return;
  await new Promise((done) => setTimeout(done, 1000));
  const page = fromHtml(await (await fetch(location.href)).text());
  for (const part of page.querySelectorAll("#notices, #webhooks")) document.getElementById(part.id)?.replaceWith(part);
  await showResults(tries - 1);
}

showResults(10);
