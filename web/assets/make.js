/**
 * Makes an element; text stays text.
 * @param {string} name
 * @param {Object<string, string>} attributes
 * @param {...(Element|string)} content
 * @returns {HTMLElement}
 */
export function make(name, attributes = {}, ...content) {
    const element = document.createElement(name);
    for (const key of Object.keys(attributes)) element.setAttribute(key, attributes[key]);
    element.append(...content);
    return element;
}
