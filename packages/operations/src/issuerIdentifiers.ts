/** Checks Peruvian identifiers of an issuer: RUC with its check digit, ubigeo, SOL user, series. */

/** @returns the fault in Spanish, or undefined */
export function faultOfRuc(ruc: string): string | undefined {
  if (!/^\d{11}$/.test(ruc)) return 'el RUC tiene exactamente 11 dígitos.';
  if (!/^(10|15|17|20)/.test(ruc)) return 'el RUC empieza con 10, 15, 17 o 20.';
  return undefined;
}

/** A wrong check digit is only a warning: invented RUCs are used for tests. */
export const hasCheckDigit = (ruc: string): boolean => ruc.at(-1) === checkDigit(ruc.slice(0, 10));

const WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];

/** Modulo 11; 10 is written 0, and 11 is written 1. */
function checkDigit(first: string): string {
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(first[at]), 0);
  return String((11 - (sum % 11)) % 10);
}

/** Departments are 01 to 25; province and district are never 00. @returns the fault in Spanish */
export function faultOfUbigeo(ubigeo: string): string | undefined {
  const good = /^(0[1-9]|1\d|2[0-5])(?!00)\d\d(?!00)\d\d$/.test(ubigeo);
  return good
    ? undefined
    : 'el ubigeo son 6 dígitos: departamento (01 a 25), provincia y distrito, como 150116.';
}

/** B and three more for boletas, F and three more for facturas. */
export const isSeriesCode = (text: string): boolean => /^[BF][A-Z0-9]{3}$/.test(text);

/**
 * The SOL user without the RUC that SUNAT's pages put before it.
 * @returns undefined when the text is not a SOL user
 */
export function solUserOf(typed: string, ruc: string): string | undefined {
  const user = typed.startsWith(ruc) ? typed.slice(ruc.length) : typed;
  return /^[\w.-]{1,30}$/.test(user) ? user : undefined;
}
