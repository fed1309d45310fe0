/** Peruvian identifiers of an issuer: RUC with its check digit, ubigeo. */

/** What is wrong with it, or undefined. */
export function faultOfRuc(ruc: string): string | undefined {
  if (!/^\d{11}$/.test(ruc)) return 'el RUC tiene exactamente 11 dígitos.';
  if (!/^(10|15|17|20)/.test(ruc)) return 'el RUC empieza con 10, 15, 17 o 20.';
  return undefined;
}

/**
 * A typing mistake, most likely: told, and not refused, since invented numbers serve to try things
 * out.
 */
export const hasCheckDigit = (ruc: string): boolean => ruc.at(-1) === checkDigit(ruc.slice(0, 10));

const WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];

/** Modulo 11; 10 is written 0, and 11 is written 1. */
function checkDigit(first: string): string {
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(first[at]), 0);
  return String((11 - (sum % 11)) % 10);
}

/** Departments 01 to 25; the province and the district are never 00. */
export function faultOfUbigeo(ubigeo: string): string | undefined {
  const good = /^(0[1-9]|1\d|2[0-5])(?!00)\d\d(?!00)\d\d$/.test(ubigeo);
  return good
    ? undefined
    : 'el ubigeo son 6 dígitos: departamento (01 a 25), provincia y distrito, como 150116.';
}

/**
 * As SUNAT's own pages show it, the user comes with the RUC in front: only what follows is kept.
 * Undefined when it is none.
 */
export function solUserOf(typed: string, ruc: string): string | undefined {
  const user = typed.startsWith(ruc) ? typed.slice(ruc.length) : typed;
  return /^[\w.-]{1,30}$/.test(user) ? user : undefined;
}
