const root = document.documentElement;
const request = root.requestFullscreen || root.webkitRequestFullscreen;
const exit = document.exitFullscreen || document.webkitExitFullscreen;
const current = () => document.fullscreenElement || document.webkitFullscreenElement;

/**
 * Shows the whole page on the whole screen and back; without a way to do so there is no button.
 * @param {HTMLButtonElement} button
 */
export function offerFullScreen(button) {
    if (!request) return;
    button.hidden = false;
    button.addEventListener("click", () => (current() ? exit.call(document) : request.call(root)));
    const follow = () => {
        button.setAttribute("aria-pressed", String(Boolean(current())));
        root.classList.toggle("is-full", Boolean(current()));
    };
    document.addEventListener("fullscreenchange", follow);
    document.addEventListener("webkitfullscreenchange", follow);
}
