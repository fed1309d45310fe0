/** Finds the documents that the options of a support command select. */
import type { DocumentSummary } from '@rafaga/db';
import { documentJson, documentText, readDocument } from '../cards/documentCard.js';
import { type CommandContext, scopeOf, withContext } from '../context/commandContext.js';
import { Failure } from '../terminal/failure.js';
import type { CommandResult, CommonFlags } from '../terminal/print.js';

export interface SupportFlags extends CommonFlags {
  ruc?: string;
  como?: string;
  motivo?: string;
  limite?: string;
  espera?: string;
  persona?: string;
}

/** Works on the document of a reference or id; a key of several businesses needs --ruc. */
export function withReference(
  flags: SupportFlags,
  key: string,
  work: (context: CommandContext, found: DocumentSummary) => Promise<CommandResult>,
): Promise<CommandResult> {
  return withContext(async (context) => {
    const { findSummariesByReference, findSummary, isInScope } = await import('@rafaga/db');
    const scope = await scopeOf(context.db, flags.ruc);
    const found = await findSummariesByReference(context.db, key, scope);
    if (found.length > 1)
      throw new Failure(
        `La referencia ${key} existe en varios negocios ` +
          `(${found.map(({ ruc }) => ruc).join(', ')}): elige con --ruc.`,
      );
    const byId =
      found.length === 0 && /^[1-9]\d{0,14}$/.test(key)
        ? await findSummary(context.db, Number(key))
        : undefined;
    const one = found[0] ?? (byId && isInScope(scope, byId.businessId) ? byId : undefined);
    if (!one)
      throw new Failure(
        `No existe la referencia ${key}. Búscala con: rafaga referencia buscar TEXTO`,
      );
    return work(context, one);
  });
}

export async function documentResult(
  context: CommandContext,
  documentId: number,
): Promise<CommandResult> {
  const card = await readDocument(context, documentId);
  return { json: documentJson(card), text: documentText(card) };
}
