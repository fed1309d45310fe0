/**
 * Names the businesses for which a statement acts. The row security of the tables shows the role of
 * the API the rows of these businesses and no other.
 */

/**
 * A condition that is true and names them for this statement alone, so that a read stays one round
 * trip. PostgreSQL evaluates it once, before it reads a row (a one-time filter); if it evaluated it
 * later, the statement would see no row.
 * @param parameter the number of the parameter that holds `businessList(…)`
 */
export const actingFor = (parameter: number): string =>
  `(SELECT set_config('rafaga.businesses', $${parameter}::text, true)) IS NOT NULL`;

export const businessList = (...ids: readonly number[]): string => `{${ids.join(',')}}`;
