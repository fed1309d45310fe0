/** Decrypts the answers of the authority that are kept as evidence, and audits each opening. */
import { createHash } from 'node:crypto';
import {
  type By,
  type Db,
  findAnswer,
  keptAnswerColumn,
  recordAct,
  type SealedAnswer,
} from '@rafaga/db';
import { SealBroken, type Vault } from '@rafaga/secrets';

/** @returns undefined when no key decrypts it, or its hash differs from the stored one */
export function openedAnswer(vault: Vault, answer: SealedAnswer): Buffer | undefined {
  try {
    const column = keptAnswerColumn(answer.documentId, answer.sha256);
    const content = vault.open(answer.sealed, column);
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
 * Reads one without recording it, for a page that masks it.
 * @returns 'unknown' for one that is not of this document, 'sealed' for one that cannot be opened
 */
export async function readAnswer(
  db: Db,
  vault: Vault,
  documentId: number,
  id: number,
): Promise<OpenedAnswer | 'unknown' | 'sealed'> {
  const found = await findAnswer(db, documentId, id);
  if (!found) return 'unknown';
  const content = openedAnswer(vault, found);
  return content ? { ...found, content } : 'sealed';
}

/** Opens one at the request of a user, whose name is in the audit before anything is shown. */
export async function openAnswer(
  db: Db,
  by: By,
  vault: Vault,
  documentId: number,
  id: number,
): Promise<OpenedAnswer | 'unknown' | 'sealed'> {
  const answer = await readAnswer(db, vault, documentId, id);
  if (typeof answer === 'string') return answer;
  await recordAct(db, by, {
    action: 'evidence.open',
    businessId: answer.businessId,
    documentId,
    after: { evidence: id },
  });
  return answer;
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
