import { countDown } from "./lockout.js";
import { makePad } from "./pad.js";

// The page works without this script: it adds large keys for a PIN, and counts down how long to wait.
const field = document.getElementById("secret");
const message = document.getElementById("message");
const button = document.getElementById("unlock");
if (field.inputMode === "numeric" || field.getAttribute("inputmode") === "numeric") {
    field.form.insertBefore(makePad(field), button);
}
const seconds = Number(message.dataset.wait);
if (seconds > 0) countDown({ field, button, message }, seconds);
