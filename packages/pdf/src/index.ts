/** Draws a signed document as a PDF: A4, A5 and two widths of ticket. */
export * from './design.js';
export * from './document.js';
export * from './drawPdf.js';
export { DEFAULT_COLOR } from './paper/colors.js';
