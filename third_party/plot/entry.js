// What the pages of `allfold report --format html` use of Observable Plot.
export { barX, cell, dot, lineY, plot, ruleX, ruleY, text, tickX } from "@observablehq/plot";
