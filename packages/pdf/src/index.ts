/** A signed sale on paper: a4, a5 and the two ticket rolls. */
export * from './design.js';
export * from './document.js';
export * from './drawPdf.js';
export { DEFAULT_COLOR } from './paper/colors.js';
