/**
 * The actions and the fields that the programs under test wrote into the audit trail and that its
 * page would show without a Spanish name.
 */
import { ACTIONS, FIELDS } from '../../apps/panel/src/audit/auditWords.js';
import type { TestDb } from '../../packages/db/testing/connections.js';

export async function unnamedAuditWords(db: TestDb): Promise<string[]> {
  const { rows } = await db.pool.query<{ action: string; field: string | null }>(
    `SELECT DISTINCT action, field FROM audit
      LEFT JOIN LATERAL (
        SELECT jsonb_object_keys(part) AS field
        FROM jsonb_path_query(jsonb_build_array(before, after), 'strict $.**') AS part
        WHERE jsonb_typeof(part) = 'object') AS fields ON true
      WHERE actor <> 'panel:olga@prueba.pe'`,
  );
  return rows
    .filter(({ action, field }) => !(action in ACTIONS) || (field !== null && !(field in FIELDS)))
    .map(({ action, field }) => `${action} ${field ?? ''}`.trim());
}
