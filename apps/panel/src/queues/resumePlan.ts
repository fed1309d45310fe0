/**
 * The plan of a bulk resume: the stuck references of one cause, and the canary that is resumed
 * before all others, to see whether a resume helps.
 */
import {
  type Db,
  type DocumentSummary,
  findBusiness,
  findSummary,
  listStuckDocuments,
  type ReviewReason,
  type StuckDocument,
  type StuckReason,
  timeline,
} from '@rafaga/db';
import { REVIEW, STUCK } from '@rafaga/operations';
import { notFound } from '../edge/pageRefusal.js';

/** A plan lists no more references than these. */
export const MAX_PLANNED = 1_000;

/** Resuming helps these; the others wait for a person, for a business or for nothing. */
const RESUMABLE: readonly string[] = ['untouched', 'unanswered', 'slow'] satisfies StuckReason[];

export const isResumable = (reason: string): boolean => RESUMABLE.includes(reason);

/** What the query and the form of the page hold. */
interface Filters {
  motivo: string;
  codigo: string;
  ruc: string;
}

export interface ResumePlan {
  filters: Filters;
  cause: string;
  stuck: StuckDocument[];
  /** The reference that was resumed first. */
  canary: DocumentSummary | undefined;
}

/** @param read a parameter of the query or a field of the form */
export async function readPlan(db: Db, read: (name: string) => string): Promise<ResumePlan> {
  const filters = { motivo: read('motivo'), codigo: read('codigo'), ruc: read('ruc') };
  const { cause, ...selection } = selectionOf(filters);
  const business = /^\d{11}$/.test(filters.ruc) ? await findBusiness(db, filters.ruc) : null;
  if (filters.ruc !== '' && !business) throw notFound();
  const stuck = await listStuckDocuments(db, {
    ...selection,
    businessId: business?.id,
    limit: MAX_PLANNED,
  });
  return { filters, cause, stuck, canary: await findCanary(db, read('prueba')) };
}

function selectionOf({ motivo, codigo }: Filters) {
  if (Object.hasOwn(REVIEW, motivo)) {
    const review = { reason: motivo as ReviewReason, code: codigo || null };
    return { reason: 'review' as const, review, cause: REVIEW[review.reason] };
  }
  if (!isResumable(motivo)) throw notFound();
  const reason = motivo as StuckReason;
  return { reason, cause: STUCK[reason] };
}

/** The reference with this id, provided that it was resumed. */
async function findCanary(db: Db, id: string): Promise<DocumentSummary | undefined> {
  const found = /^[1-9]\d{0,15}$/.test(id) ? await findSummary(db, Number(id)) : undefined;
  const resumed =
    found && (await timeline(db, found.documentId)).some(({ step }) => step === 'resumed');
  return resumed ? found : undefined;
}

/** The reason not to resume the others yet; undefined once the canary is settled. */
export function blockedBy({ canary }: ResumePlan): string | undefined {
  if (!canary) return 'Empieza con una de prueba, y mira cómo termina.';
  if (canary.state) return undefined;
  return canary.emission?.stage === 'review'
    ? 'La de prueba volvió a revisión: así volverían las demás. Corrige primero la causa y ' +
        'prueba con otra.'
    : 'La de prueba todavía no termina: espera a verla.';
}
