/** Spans of the statements of PostgreSQL that several documents share. */
import { errorType } from './errorType.js';
import type { Tracing } from './tracing.js';

interface SharedStatement {
  statement: string;
  began: number;
  traceparents: readonly (string | undefined)[];
  error?: unknown;
}

/** @returns what records such a statement after its end; undefined where nothing is traced */
export function statementSpans(
  tracing: Tracing | undefined,
): ((ended: SharedStatement) => void) | undefined {
  if (!tracing) return undefined;
  return ({ statement, began, traceparents, error }) => {
    tracing.shared(statement, {
      kind: 'client',
      began,
      of: traceparents,
      failed: error === undefined ? undefined : errorType(error),
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': statement,
        'db.operation.batch.size': traceparents.length,
      },
    });
  };
}
