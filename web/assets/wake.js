/**
 * Keeps the screen on while the page is seen. Browsers take the lock away from a hidden tab: it is asked for again.
 * @param {() => void} onRefused the browser gives none
 */
export function keepAwake(onRefused = () => {}) {
    if (!navigator.wakeLock) {
        onRefused();
        return;
    }
    let lock = null;
    const hold = async () => {
        if (document.hidden || (lock && !lock.released)) return;
        try {
            lock = await navigator.wakeLock.request("screen");
        } catch (_) {
            onRefused();
        }
    };
    document.addEventListener("visibilitychange", hold);
    hold();
}
