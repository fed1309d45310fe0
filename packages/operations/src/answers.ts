/** Decrypts the answers of the authority that are kept as evidence, and audits each opening. */
import { createHash } from 'node:crypto';
import {
  type By,
  type Db,
  findAnswer,
  keptAnswerColumn,
  recordAct,
  type SealedAnswer,
  type WantedAnswer,
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
 * Reads an answer without recording it, for a page that masks it.
 * @returns 'unknown' when the document has no such answer, 'sealed' when no key opens it
 */
export async function readAnswer(
  db: Db,
  vault: Vault,
  wanted: WantedAnswer,
): Promise<OpenedAnswer | 'unknown' | 'sealed'> {
  const found = await findAnswer(db, wanted);
  if (!found) return 'unknown';
  const content = openedAnswer(vault, found);
  return content ? { ...found, content } : 'sealed';
}

/** Reads an answer and records in the audit, before it is shown, that this user opened it. */
export async function openAnswer(
  db: Db,
  by: By,
  vault: Vault,
  wanted: WantedAnswer,
): Promise<OpenedAnswer | 'unknown' | 'sealed'> {
  const answer = await readAnswer(db, vault, wanted);
  if (typeof answer === 'string') return answer;
  await recordAct(db, by, {
    action: 'evidence.open',
    businessId: answer.businessId,
    documentId: wanted.documentId,
    after: { evidence: wanted.id },
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
