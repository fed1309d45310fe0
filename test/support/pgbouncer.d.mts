/** Types of pgbouncer.mjs. */
export function pgbouncer(): Promise<[string, ...string[]]>;
