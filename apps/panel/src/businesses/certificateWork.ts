/**
 * The work on uploaded certificates, a process of up to five seconds and 100 MB each: two at a
 * time, by user in turns. What does not fit is refused at once.
 */
import { readCertificate, type SigningCertificate } from '@rafaga/certificates';
import { createFairQueue, type FairQueue } from '@rafaga/runtime/concurrency';
import type { BusinessRequest } from '../edge/pageRequest.js';

export class TooManyUploads extends Error {
  override message =
    'Se están abriendo otros certificados. No se guardó nada: inténtalo otra vez en unos segundos.';
}

const BOUNDS = { concurrent: 2, maxWaitingOfKey: 1, maxWaiting: 6 } as const;

export const createCertificateWork = (): FairQueue =>
  createFairQueue({ ...BOUNDS, overloaded: () => new TooManyUploads() });

/** @throws CertificateProblem, or TooManyUploads */
export const openCertificate = (
  { deps, user }: BusinessRequest,
  file: Buffer,
  password: string,
): Promise<SigningCertificate> =>
  deps.certificateWork.run({ key: `user ${user.id}` }, () => readCertificate(file, password));
