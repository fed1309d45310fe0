/** Carries out the inquiries that persons request about documents, one at a time. */
import {
  answerInquiry,
  documentLogFields,
  leaveInquiry,
  type TakenInquiry,
  takeInquiry,
} from '@rafaga/db';
import { throttleErrors } from '@rafaga/runtime';
import { startLoop } from '@rafaga/runtime/concurrency';
import { SealBroken } from '@rafaga/secrets';
import type { Deps } from '../deps.js';
import { askAuthority, type InquiryResult } from './askAuthority.js';

const EVERY_MS = 1_000;
/** After one that the keys of this worker do not open: another worker takes it meanwhile. */
const LEFT_MS = 10_000;

type InquirerDeps = Pick<
  Deps,
  'db' | 'authorities' | 'accesses' | 'metrics' | 'log' | 'worker' | 'onBrokenSecret'
>;

/** @returns stops it; resolves when the inquiry under way is answered */
export function startInquirer(deps: InquirerDeps): () => Promise<void> {
  const onError = throttleErrors((error, times) =>
    deps.log.warn('las consultas esperan a la base de datos', { error, times }),
  );
  return startLoop(async () => {
    try {
      return await answerNext(deps);
    } catch (error) {
      onError(error as Error);
      return EVERY_MS;
    }
  });
}

/** @returns milliseconds until the next one is to be taken */
async function answerNext(deps: InquirerDeps): Promise<number> {
  const inquiry = await takeInquiry(deps.db, deps.worker);
  if (!inquiry) return EVERY_MS;
  try {
    await answerInquiry(deps.db, deps.worker, inquiry.id, await resultOf(deps, inquiry));
    return 0;
  } catch (error) {
    const fields = await documentLogFields(deps.db, inquiry.documentId);
    deps.log.warn('una consulta no se pudo responder', { ...fields, error });
    if (!(error instanceof SealBroken)) return EVERY_MS;
    deps.onBrokenSecret();
    await leaveInquiry(deps.db, deps.worker, inquiry.id);
    return LEFT_MS;
  }
}

async function resultOf(
  { authorities, accesses, metrics }: InquirerDeps,
  inquiry: TakenInquiry,
): Promise<InquiryResult> {
  const { businessId, business, elsewhere } = inquiry;
  // in the business's present environment, the number belongs to another document
  if (elsewhere || !business.accessAt) return CANNOT_ASK;
  const access = await accesses({ businessId, business: { ...business, issuer: business } });
  if ('missing' in access) return CANNOT_ASK;
  const { client, queryAdmission } = authorities.of(business);
  const { statusCdr, consult } = client;
  const services = {
    client: { ...(statusCdr && { statusCdr }), ...(consult && { consult }) },
    queryAdmission,
    requestEnded: metrics.requestEnded,
    authority: business.authority,
  };
  return (await askAuthority(inquiry, services, access)) ?? CANNOT_ASK;
}

const CANNOT_ASK: InquiryResult = { outcome: 'cannot_ask', answers: [] };
