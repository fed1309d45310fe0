/** The businesses whose rows a read may give: one, or every one, which the caller has to name. */

export const EVERY_BUSINESS = 'every business' as const;

/** The id of a business, or every business. Undefined is neither: a lost id reads nothing. */
export type Scope = number | typeof EVERY_BUSINESS;

/**
 * The parameter of a condition `$1::int IS NULL OR business_id = $1`.
 * @throws TypeError instead of reading every business, when the id is not a number
 */
export function scopeParameter(scope: Scope): number | null {
  if (scope === EVERY_BUSINESS) return null;
  if (!Number.isSafeInteger(scope)) throw new TypeError(`${scope} is not the id of a business`);
  return scope;
}

export const isInScope = (scope: Scope, businessId: number): boolean =>
  scope === EVERY_BUSINESS || scope === businessId;

/** The same as a condition of Prisma, which takes an undefined for no condition. */
export function businessWhere(scope: Scope): { businessId?: number } {
  const businessId = scopeParameter(scope);
  return businessId === null ? {} : { businessId };
}
