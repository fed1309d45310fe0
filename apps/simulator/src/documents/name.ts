/** The name of a document's file: RUC-TT-SERIE-NUMERO. */
export interface DocumentName {
  ruc: string;
  type: string;
  series: string;
  number: number;
  /** The whole name without leading zeros in the number: the key of the registry. */
  text: string;
}

const SHAPE = /^(\d{11})-(\d{2})-([A-Z0-9]{4})-(\d{1,8})$/i;

export function readName(base: string): DocumentName | undefined {
  const match = SHAPE.exec(base);
  if (!match) return undefined;
  const [, ruc = '', type = '', series = '', digits = ''] = match;
  return documentName(ruc, type, series.toUpperCase(), Number(digits));
}

export const documentName = (
  ruc: string,
  type: string,
  series: string,
  number: number,
): DocumentName => ({
  ruc,
  type,
  series,
  number,
  text: `${ruc}-${type}-${series}-${number}`,
});
