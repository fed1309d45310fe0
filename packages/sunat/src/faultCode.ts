/** Finds SUNAT's code in a SOAP fault: in faultcode or in one of the forms of faultstring. */

const PLACES: [part: 'faultcode' | 'faultstring', pattern: RegExp][] = [
  // soap-env:Client.0102, Server.200, 0102
  ['faultcode', /(?:^|[.:])(\d{3,4})$/],
  ['faultstring', /^(\d{3,4})$/],
  // - Detalle: … error: INFO: 1033 (nodo: "…" valor: "…")
  ['faultstring', /\b(?:INFO|errorCode|c[oó]digo)\s*(?:[:=]\s*)?(\d{4})\b/i],
  // 1033 - El comprobante …, and neither a time, a date nor an amount
  ['faultstring', /^(\d{4})(?:\s*[:-])?\s+\p{Lu}/u],
];

/** Four digits, or undefined when the fault has none. */
export function faultCode(fault: { faultcode: string; faultstring: string }): string | undefined {
  for (const [part, pattern] of PLACES) {
    const digits = pattern.exec(fault[part].trim())?.[1];
    if (digits !== undefined) return digits.padStart(4, '0');
  }
  return undefined;
}
