/** Decrypts the answers of the authority that are kept as evidence, and audits each opening. */
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

/** @returns undefined when no key decrypts it, or its hash differs from the stored one */
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
 * Opens an answer for a person; the audit record is written before the content is returned.
 * @returns 'unknown' for an answer of another document, 'sealed' for one that cannot be decrypted
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

/** The answer as text without control characters; undefined for a ZIP. */
export const answerText = ({ kind, content }: OpenedAnswer): string | undefined =>
  kind === 'cdr' ? undefined : content.toString('utf8').replace(CONTROL_CHARACTERS, '\ufffd');

// characters that must not reach a terminal or a page
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds them
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** The file name of a downloaded answer. */
export const answerFile = ({
  documentId,
  id,
  kind,
}: Pick<OpenedAnswer, 'documentId' | 'id' | 'kind'>): string =>
  `evidencia-${documentId}-${id}.${kind === 'cdr' ? 'zip' : 'txt'}`;
