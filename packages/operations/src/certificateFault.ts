/** Says why a certificate may not be stored to sign for a business. */
import type { SigningCertificate } from '@rafaga/certificates';
import { limaToday, peruvianDate } from '@rafaga/fiscal';

type Validity = Pick<SigningCertificate, 'subjectRuc' | 'notBefore' | 'notAfter'>;

/** Storing one replaces the present certificate: with one of another RUC nothing is issued. */
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
