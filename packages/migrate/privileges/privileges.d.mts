/** Types of privileges.mjs. */
import type pg from 'pg';

interface Privilege {
  role: string;
  privilege: string;
  on: string;
}

export interface Difference {
  /** What the database has and the table does not name. */
  unknown: string[];
  missing: Privilege[];
  excess: Privilege[];
  /** The statements that the other settings lack. */
  other: string[];
}

export function comparePrivileges(client: pg.Client): Promise<Difference>;
export function applyPrivileges(
  client: pg.Client,
  options?: { expand?: boolean },
): Promise<Privilege[]>;
