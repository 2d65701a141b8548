import { make } from "./make.js";

const { words } = window;

/**
 * Large keys for a PIN, which write into a field. On a touch screen they spare the keyboard, which would cover half
 * of it; whoever has a real keyboard just types.
 * @param {HTMLInputElement} field
 * @returns {HTMLElement}
 */
export function makePad(field) {
    const pad = make("div", { class: "pad", role: "group", "aria-label": words.keys });
    for (const digit of "123456789") pad.append(makeKey(digit, () => type(field, digit)));
    pad.append(makeKey("C", () => setValue(field, ""), words.clear));
    pad.append(makeKey("0", () => type(field, "0")));
    pad.append(makeKey("⌫", () => setValue(field, field.value.slice(0, -1)), words.remove));
    // The field keeps the focus that it has.
    pad.addEventListener("mousedown", (event) => event.preventDefault());
    return pad;
}

function makeKey(sign, press, name = sign) {
    const key = make("button", { type: "button", class: "key", "aria-label": name }, sign);
    key.addEventListener("click", press);
    return key;
}

function type(field, digit) {
    setValue(field, field.value + digit);
}

function setValue(field, value) {
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
}
