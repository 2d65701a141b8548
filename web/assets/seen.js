/**
 * Whether anybody can see the page: calls at once, and whenever that changes.
 * @param {(isSeen: boolean) => void} onChange
 */
export function followPage(onChange) {
    const tell = () => onChange(!document.hidden);
    document.addEventListener("visibilitychange", tell);
    window.addEventListener("pagehide", () => onChange(false));
    window.addEventListener("pageshow", tell);
    tell();
}

/** What is about to come into view counts. */
const margin = "80px";

/**
 * Whether an element is in view; where the browser cannot tell, it always is.
 * @param {Element} element
 * @param {(isSeen: boolean) => void} onChange
 * @returns {() => void} ends it
 */
export function followElement(element, onChange) {
    if (!window.IntersectionObserver) {
        onChange(true);
        return () => {};
    }
    const observer = new IntersectionObserver(
        (entries) => onChange(entries[entries.length - 1].isIntersecting), { rootMargin: margin });
    observer.observe(element);
    return () => observer.disconnect();
}
