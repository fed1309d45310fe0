/** How many there are, as a person reads it. */

/** 12,345 */
export const count = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');

/** 1 comprobante, 2 comprobantes */
export const many = (value: number, one: string, more: string): string =>
  `${count(value)} ${value === 1 ? one : more}`;
