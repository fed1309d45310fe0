/**
 * Tells PostgreSQL for which businesses a statement acts: the row security of the tables lets the
 * API's role see only the rows of these businesses.
 */

/**
 * A condition, always true, that sets the businesses for its own statement, so that a read needs
 * only one round trip. PostgreSQL evaluates it once, before it reads a row (a one-time filter);
 * evaluated later, it would make the statement see no rows.
 * @param parameter the number of the parameter that holds `businessList(…)`
 */
export const actingFor = (parameter: number): string =>
  `(SELECT set_config('rafaga.businesses', $${parameter}::text, true)) IS NOT NULL`;

export const businessList = (...ids: readonly number[]): string => `{${ids.join(',')}}`;
