/* Save my games with a passkey instead of a password: the browser creates it, and the same form sends it. */
(() => {
  "use strict";
  const form = document.getElementById("save-games"), button = document.getElementById("use-passkey");
  if (!window.PublicKeyCredential) return;
  button.hidden = false;

  async function usePasskey() {
    const { username, password1, credential } = form.elements, failed = document.getElementById("no-passkey");
    password1.required = false;
    try {
      if (!form.reportValidity()) return;
      failed.hidden = true;
      credential.value = JSON.stringify(await webauthnJSON.create(wanted(username.value)));
      password1.value = "";
      form.requestSubmit();
    } catch { // cancelled, or the device does not support it
      failed.hidden = false;
    } finally {
      password1.required = true;
    }
  }

  // A discoverable passkey, stored under the name that was just typed.
  function wanted(name) {
    const options = JSON.parse(document.getElementById("new-passkey").textContent), key = options.publicKey;
    Object.assign(key.user, { name, displayName: name });
    key.excludeCredentials = []; // replace one from an earlier try
    key.authenticatorSelection = { ...key.authenticatorSelection, residentKey: "required", requireResidentKey: true, userVerification: "required" };
    return options;
  }

  button.addEventListener("click", usePasskey);
})();
