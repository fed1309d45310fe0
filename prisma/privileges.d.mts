/** Types of privileges.mjs. */
export type Program = 'api' | 'worker' | 'panel' | 'cli';
export const PROGRAMS: readonly Program[];
export const GROUPS: readonly string[];
/** Programs that see only the businesses that their transaction names. */
export const ONE_BUSINESS: readonly string[];
export const TABLES: Record<
  string,
  { rows?: string | null } & Record<string, string | null | undefined>
>;
export const SEQUENCES: Record<string, string>;
export const FUNCTIONS: Record<
  string,
  { roles: readonly string[]; definer?: boolean; caller?: string }
>;
export function roleOf(name: string): string;
