/**
 * Opens what the authority answered and could not be believed: audited, and read as text that
 * commands nothing.
 */
import { createHash } from 'node:crypto';
import {
  answerContext,
  type By,
  type Db,
  findAnswer,
  recordAct,
  type SealedAnswer,
} from '@rafaga/db';
import { SealBroken, type Vault } from '@rafaga/secrets';

/** @returns undefined when no key opens it, or it is not what was kept */
export function openedAnswer(vault: Vault, answer: SealedAnswer): Buffer | undefined {
  try {
    const content = vault.open(answer.sealed, answerContext(answer.documentId));
    return createHash('sha256').update(content).digest().equals(answer.sha256)
      ? content
      : undefined;
  } catch (error) {
    if (error instanceof SealBroken) return undefined;
    throw error;
  }
}

export interface OpenedAnswer extends SealedAnswer {
  content: Buffer;
}

/**
 * One that is asked for by a person, whose name stays in the audit before anything is seen.
 * @returns 'unknown' for one that is not of this document, 'sealed' for one that cannot be opened
 */
export async function openAnswer(
  db: Db,
  by: By,
  vault: Vault,
  documentId: number,
  id: number,
): Promise<OpenedAnswer | 'unknown' | 'sealed'> {
  const found = await findAnswer(db, documentId, id);
  if (!found) return 'unknown';
  const content = openedAnswer(vault, found);
  if (!content) return 'sealed';
  const { businessId } = found;
  await recordAct(db, by, {
    action: 'evidence.open',
    businessId,
    documentId,
    after: { evidence: id },
  });
  return { ...found, content };
}

/** What a person can read of it; undefined for a zip. */
export const answerText = ({ kind, content }: OpenedAnswer): string | undefined =>
  kind === 'cdr' ? undefined : content.toString('utf8').replace(CONTROL_CHARACTERS, '\ufffd');

// what must not reach a terminal or a page
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** The name under which it is saved. */
export const answerFile = ({
  documentId,
  id,
  kind,
}: Pick<OpenedAnswer, 'documentId' | 'id' | 'kind'>): string =>
  `evidencia-${documentId}-${id}.${kind === 'cdr' ? 'zip' : 'txt'}`;
