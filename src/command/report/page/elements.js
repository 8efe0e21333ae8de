// Elements of the page. Text is always set as text content, so that names in a report cannot become
// markup.

const svgNamespace = "http://www.w3.org/2000/svg";

function filled(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined && value !== null) made.setAttribute(key, value);
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

function element(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

function svgElement(name, attributes = {}, ...children) {
  return filled(document.createElementNS(svgNamespace, name), attributes, children);
}

function section(title, ...children) {
  const shown = children.filter((child) => child !== null && child !== undefined);
  return shown.length === 0 ? null : element("section", {}, element("h2", {}, title), ...shown);
}

/** An element that can be opened, for example the table of a chart's values. */
function details(summary, isOpen, ...children) {
  return element("details", { open: isOpen ? "" : null }, element("summary", {}, summary), ...children);
}
