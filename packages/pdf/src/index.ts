/** A signed sale on paper: a4, a5 and the two ticket rolls. */
export * from './document.js';
export * from './drawPdf.js';
export { LOGO_LIMITS, LogoRefused } from './paper/logo.js';
export { checkLogo } from './paper/picture.js';
