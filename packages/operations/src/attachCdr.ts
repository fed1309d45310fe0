/**
 * Attaches a CDR that a person downloaded to a settled document that lacks one, if the CDR is of
 * this document and agrees with its state.
 */
import {
  adoptCdr,
  type By,
  type CdrContent,
  type Db,
  findCdrTrust,
  getBusiness,
  type KeptFile,
  recordAct,
  type StoredDocument,
} from '@rafaga/db';
import { type Cdr, CdrProblem, type CdrSignature, readCdr } from '@rafaga/engine';
import { cdrFileName, cdrOutcome, DOCUMENT_TYPE, isSameIdentity } from '@rafaga/fiscal';
import { CdrFileProblem, examineCdr } from './cdrSigner.js';

export interface Attachment {
  by: By;
  document: StoredDocument;
  zip: Buffer;
  /** Stores it in the file store under this name. */
  put(name: string, zip: Buffer): Promise<KeptFile>;
}

/** @throws CdrFileProblem with a Spanish message when the CDR is not accepted */
export async function attachCdr(
  db: Db,
  { by, document, zip, put }: Attachment,
): Promise<CdrSignature> {
  const { id: documentId, businessId, outcome } = document;
  if (!outcome?.state || !outcome.signature)
    throw new CdrFileProblem('El comprobante todavía no tiene un resultado de SUNAT.');
  if (document.files.some(({ kind }) => kind === 'cdr'))
    throw new CdrFileProblem('El comprobante ya tiene su constancia.');
  const cdr = read(zip, document);
  checkOwner(cdr, document, outcome.signature.digest);
  const state = stateOf(cdr.code);
  if (state !== outcome.state)
    throw new CdrFileProblem(
      `La constancia dice otra cosa que lo resuelto: ${cdr.code} ${cdr.description}`,
    );
  const signature = await trusted(db, document, zip);
  const content: CdrContent = {
    state,
    code: cdr.code,
    description: cdr.description,
    notes: cdr.notes,
    signature: signature.state,
  };
  const file = await put(cdrFileName(document), zip);
  const adopted = await adoptCdr(db, {
    documentId,
    file,
    cdr: content,
    attempt: 0,
    detail: 'adjuntada por una persona',
    by: by.actor,
  });
  if (!adopted) throw new CdrFileProblem('Mientras tanto el comprobante recibió su constancia.');
  const after = { sha256: file.sha256.toString('hex'), code: cdr.code, signature: signature.state };
  await recordAct(db, by, { action: 'document.cdr', businessId, documentId, after });
  return signature;
}

function read(zip: Buffer, { ruc, kind, series, number }: StoredDocument): Cdr {
  try {
    return readCdr(zip, { ruc, type: DOCUMENT_TYPE[kind], series, number });
  } catch (error) {
    throw error instanceof CdrProblem ? new CdrFileProblem(`${error.message}.`) : error;
  }
}

/** Throws when the CDR shows another digest or another client. */
function checkOwner({ digest, receiver }: Cdr, { client }: StoredDocument, own: string): void {
  if (digest !== undefined && digest !== own)
    throw new CdrFileProblem('La constancia muestra el valor resumen de otro comprobante.');
  if (receiver === undefined || isSameIdentity(receiver, client.document)) return;
  throw new CdrFileProblem(`La constancia es de otro cliente: ${receiver}.`);
}

function stateOf(code: string): 'accepted' | 'rejected' {
  const outcome = cdrOutcome(code);
  if (outcome) return outcome;
  throw new CdrFileProblem(`La constancia no acepta ni rechaza: código ${code}.`);
}

/** The signature, which must satisfy the policy of the authority. */
async function trusted(db: Db, document: StoredDocument, zip: Buffer): Promise<CdrSignature> {
  const trust = await findCdrTrust(db, await authorityOf(db, document));
  const signature = examineCdr(zip, trust);
  if (signature.state !== 'valid' && trust.policy[signature.state] === 'review')
    throw new CdrFileProblem(`${signature.reason}.`);
  return signature;
}

/** The authority of the business, unless the business has changed its environment since. */
async function authorityOf(db: Db, { businessId, environment }: StoredDocument): Promise<string> {
  const now = await getBusiness(db, businessId);
  if (now.environment !== environment) return environment;
  return now.authority === 'custom' ? (now.billUrl ?? '') : now.authority;
}
