const { words } = window;

/**
 * Keeps the screen on while the page is seen. Browsers take the lock away from a hidden tab: it is asked for again.
 * @param {Element} line says so where the browser gives none without HTTPS
 */
export function keepAwake(line) {
    const refuse = () => (line.textContent = window.isSecureContext ? "" : words.screenMaySleep);
    let lock = null;
    const hold = async () => {
        if (document.hidden || (lock && !lock.released)) return;
        try {
            lock = await navigator.wakeLock.request("screen");
        } catch (_) {
            refuse();
        }
    };
    document.addEventListener("visibilitychange", hold);
    hold();
}
