const { words } = window;

/**
 * Counts the seconds down for which not even the right secret counts.
 * @param {{field: HTMLInputElement, button: HTMLButtonElement, message: Element}} form
 * @param {number} seconds
 */
export function countDown({ field, button, message }, seconds) {
    const end = performance.now() + seconds * 1000;
    button.disabled = true;
    const tick = () => {
        const left = Math.ceil((end - performance.now()) / 1000);
        message.textContent = left > 0 ? words.tooManyTries(left) : words.tryNow;
        if (left > 0) {
            setTimeout(tick, 250);
        } else {
            button.disabled = false;
            message.setAttribute("aria-live", "assertive");
            field.focus();
        }
    };
    message.textContent = words.tooManyTries(seconds);
    // Said once, and not every second again.
    message.setAttribute("aria-live", "off");
    tick();
}
