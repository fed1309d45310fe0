/** Types of fullPostgres.mjs. */
export function fullPostgres(): Promise<string>;
