/** Reads the text of the search box: an id, or a number of a document. */

const SHORT_NUMBER =
  /^(?:\W*(?:boleta|factura)\D{0,40}\s)?\W*([bf][a-z0-9]{3})[\W_]+0*(\d{1,8})\W*$/i;
const NUMBER_OF_RUC = new RegExp(
  String.raw`^(?:R-|\W*(?:Q\d)?)(\d{11})[\W_]+(?:0?[13][\W_]+)?` +
    String.raw`([bf][a-z0-9]{3})[\W_]+0*(\d{1,8})(?:[\W_].*)?$`,
  'i',
);

/**
 * Reads B001-12, also after its kind, as lists and paper have it (Boleta electrónica B001-12);
 * 20123456786-03-B001-12, as in file names, after the R- of a CDR too; and the text of a printed QR
 * code, RUC|03|B001|12|18.00|…, with any separators that a scanner types instead of the bars, and
 * with the QR mark (]Q1) that some scanners type first.
 */
export function numberIn(
  text: string,
): { ruc: string | undefined; series: string; digits: string } | undefined {
  const short = SHORT_NUMBER.exec(text);
  const [, ruc, series = '', digits = ''] =
    NUMBER_OF_RUC.exec(text) ?? (short ? ['', undefined, short[1], short[2]] : []);
  return series ? { ruc, series: series.toUpperCase(), digits } : undefined;
}

/** Reads a document's id, or the id of its job in the queue. */
export function idIn(text: string): number | undefined {
  const id = Number(/^(?:d-)?([1-9]\d{0,15})(?:-\d+)?$/.exec(text)?.[1]);
  return Number.isSafeInteger(id) ? id : undefined;
}
