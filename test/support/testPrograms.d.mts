/** Types of testPrograms.mjs. */
export function promtool(): Promise<string>;
export function pgbouncer(): Promise<string>;
export function pgbackrest(): Promise<{ file: string; env: NodeJS.ProcessEnv }>;
