/** Types of privileges.mjs. */
export type Program = 'api' | 'worker' | 'panel' | 'cli';
export const PROGRAMS: readonly Program[];
export const GROUPS: readonly string[];
export const TABLES: Record<string, Record<string, string | undefined>>;
export const SEQUENCES: Record<string, string>;
export const FUNCTIONS: Record<string, { roles: readonly string[]; definer?: boolean }>;
export function roleOf(name: string): string;
