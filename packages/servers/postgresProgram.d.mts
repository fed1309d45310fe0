/** Types of postgresProgram.mjs. */
export function includedPostgres(glibc?: string): string;
export function postgresProgram(name: string): string;
export function unprivilegedUser(): { uid?: number; gid?: number };
