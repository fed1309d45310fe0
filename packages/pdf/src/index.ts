/** Draws a signed document as a PDF, or writes it as the bytes of a ticket printer. */
export { type Archive, archiveOf } from './archive/archive.js';
export * from './design.js';
export * from './document.js';
export * from './drawPdf.js';
export { escPos } from './escPos.js';
export {
  PRINTER_PROFILE_NAMES,
  PRINTER_PROFILES,
  type PrinterProfileName,
} from './escpos/profiles.js';
export { DEFAULT_COLOR } from './paper/colors.js';
export { boxedCharacters } from './type/boxedCharacters.js';
