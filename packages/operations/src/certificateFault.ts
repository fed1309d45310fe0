/** Says why a certificate may not be stored to sign for a business. */
import type { SigningCertificate } from '@rafaga/certificates';
import { limaToday, peruvianDate } from '@rafaga/fiscal';

type Validity = Pick<SigningCertificate, 'subjectRuc' | 'notBefore' | 'notAfter'>;

/**
 * A stored certificate replaces the active one, so that one of another RUC would stop the business
 * from issuing.
 */
export function certificateFault(
  { subjectRuc, notBefore, notAfter }: Validity,
  ruc: string,
  now: Date,
): string | undefined {
  if (subjectRuc && subjectRuc !== ruc) return `El certificado es de otro RUC (${subjectRuc}).`;
  if (notAfter <= now) return `El certificado venció el ${dayOf(notAfter)}.`;
  return notBefore > now ? `El certificado recién vale desde el ${dayOf(notBefore)}.` : undefined;
}

const dayOf = (at: Date): string => peruvianDate(limaToday(at));
