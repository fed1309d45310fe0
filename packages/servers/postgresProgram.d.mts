/** Types of postgresProgram.mjs. */
export function postgresProgram(name: string): string;
export function unprivilegedUser(): { uid?: number; gid?: number };
