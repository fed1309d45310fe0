/**
 * Takes a document from issued to answered. Run again at any point, it signs, sends and settles
 * nothing twice.
 */
import { type Claim, claim as claimDocument, LeaseLost } from '@rafaga/db';
import type { Logger } from '@rafaga/runtime';
import { SealBroken } from '@rafaga/secrets';
import { FileDamaged, FileMissing } from '@rafaga/storage';
import { decideFromLateCdr } from './cdrs/lateCdr.js';
import type { Deps } from './deps.js';
import { applyDecision } from './exchange/applyDecision.js';
import type { Query, TerminalDecision } from './exchange/decision.js';
import { createQuarantine, reviewAfterCrashes } from './exchange/quarantine.js';
import { contextAfterSend, contextOfClaim, query } from './exchange/query.js';
import { send } from './exchange/send.js';
import { type SignedDocument, signed, Unsignable } from './exchange/sign.js';
import type { OpenAccess } from './keys/accesses.js';

export function createDocumentProcessor(deps: Deps): (documentId: number) => Promise<void> {
  const quarantine = createQuarantine();
  return async (documentId) => {
    const claim = await claimDocument(deps.db, documentId, deps.worker, deps.authorities.down());
    if (!claim) return;
    const { document, attempt } = claim;
    const log = deps.log.child({
      documento_id: documentId,
      intento: attempt,
      requestId: document.requestId,
    });
    try {
      const began = performance.now();
      const next = await quarantine(claim, () => beginning(deps, claim));
      await deps.checkpoint('answered', documentId);
      await applyDecision(deps, claim, next, Math.round(performance.now() - began), log);
    } catch (error) {
      await giveBack(deps, claim, error, log);
    }
  };
}

async function beginning(deps: Deps, claim: Claim): Promise<TerminalDecision> {
  await deps.checkpoint('claimed', claim.documentId);
  return exchange(deps, claim);
}

async function exchange(deps: Deps, claim: Claim): Promise<TerminalDecision> {
  const crashed = reviewAfterCrashes(claim);
  if (crashed) return crashed;
  const missing = await missingOf(deps, claim);
  if (typeof missing === 'string') return { do: 'pause', reason: missing };
  const document = await sign(deps, claim);
  if ('do' in document) return document;
  await deps.checkpoint('signed', claim.documentId);
  await deps.cdrTrusts.ready(claim.business);
  const late =
    claim.stage === 'sending' ? await decideFromLateCdr(deps, claim, document) : undefined;
  if (late) return late;
  const question = {
    deps,
    claim,
    document,
    access: missing,
    services: deps.authorities.of(claim.business),
  };
  const asked =
    claim.sends > 0 || claim.claimedCode !== null
      ? await query(question, contextOfClaim(claim))
      : SEND;
  if (asked.do !== 'send') return asked;
  const sent = await send(deps, claim, document, missing, question.services);
  if (sent.do !== 'query') return sent;
  const answered = await query(question, contextAfterSend(sent));
  return answered.do === 'send' ? contradicted(sent) : answered;
}

const SEND = { do: 'send' } as const;

/**
 * It says that the number is taken, and then that it is not: sent again in this attempt, it would
 * say the first again.
 */
const contradicted = ({ code, error, send: fate }: Query): TerminalDecision => ({
  do: 'review',
  reason: 'foreign_number',
  code,
  claimed: code,
  send: fate,
  error: `al enviar: ${error}; al consultar: no existe`,
});

/** What the business needs to send, or, in Spanish, what it lacks. */
async function missingOf(deps: Deps, claim: Claim): Promise<OpenAccess | string> {
  const { certificate } = claim.business;
  if (!claim.signed && !certificate)
    return 'Falta el certificado digital de la empresa: cárguelo en el panel.';
  if (!claim.signed && certificate && certificate.notAfter < claim.now)
    return 'El certificado digital de la empresa venció: cargue uno vigente en el panel.';
  if (!claim.signed && certificate && certificate.notBefore > claim.now)
    return 'El certificado digital de la empresa todavía no está vigente.';
  const access = claim.business.accessAt && (await deps.accesses(claim));
  return (
    access ?? 'Faltan el usuario y la clave SOL secundarios de la empresa: regístrelos en el panel.'
  );
}

async function sign(
  deps: Deps,
  claim: Claim,
): Promise<SignedDocument | Extract<TerminalDecision, { do: 'review' }>> {
  try {
    return await signed(deps, claim);
  } catch (error) {
    if (!(error instanceof Unsignable)) throw error;
    return { do: 'review', reason: 'broken', error: error.message };
  }
}

/** Something of ours failed. When not even that can be written down, the lease ends by itself. */
async function giveBack(deps: Deps, claim: Claim, error: unknown, log: Logger): Promise<void> {
  if (error instanceof LeaseLost)
    return void log.warn('otro procesador tiene el comprobante: se abandona el intento');
  log.error('el intento falló', { error });
  await applyDecision(deps, claim, afterTrouble(error), 0, log).catch((failure) => {
    log.error('no se pudo devolver el comprobante', { error: failure });
  });
}

/**
 * What changed where it rests needs a person; all else may be well again by itself, a folder that
 * is not mounted included.
 */
function afterTrouble(error: unknown): TerminalDecision {
  if (error instanceof FileDamaged)
    return {
      do: 'review',
      reason: 'broken',
      error: `el archivo ${error.key} no está como se guardó: no se envía`,
    };
  const reason =
    error instanceof SealBroken
      ? 'un secreto del negocio no se puede abrir con la llave maestra'
      : error instanceof FileMissing
        ? `no se encuentra el archivo ${error.key}`
        : (error as Error).message;
  return { do: 'wait', class: 'trouble', error: reason };
}
