/**
 * Says in Spanish what becomes of the documents that are signed and not sent yet, when their
 * business gets another certificate or goes to production.
 */
import { X509Certificate } from 'node:crypto';
import type { SignedPending } from '@rafaga/db';
import { many } from './counts.js';

/** Whether a certificate was made for the simulator: SUNAT does not accept it in production. */
export function isSelfSigned(certificate: Buffer): boolean {
  try {
    const { issuer, subject } = new X509Certificate(certificate);
    return issuer === subject;
  } catch {
    return false;
  }
}

/** How many of them production does not accept. */
export function unacceptedInProduction(found: readonly SignedPending[], now: Date): number {
  const { waiting, refused } = signedTotals(
    found.filter(({ certificate, notAfter }) => isSelfSigned(certificate) || notAfter <= now),
  );
  return waiting + refused;
}

/** What a move to production does to so many. */
export const unacceptedText = (documents: number): string =>
  `${many(documents, 'comprobante ya está firmado', 'comprobantes ya están firmados')} con un ` +
  'certificado de prueba o vencido, que SUNAT no acepta en producción (2325, 2327): allá ' +
  `${documents === 1 ? 'termina' : 'terminan'} en revisión, y solo queda descartar` +
  `${documents === 1 ? 'lo' : 'los'} entre dos personas y emitir otra vez la venta. Deja antes ` +
  'que el ambiente actual los conteste.';

export const TEST_CERTIFICATE =
  'El certificado que firma es de prueba: SUNAT no lo acepta en producción. Sube antes el que el ' +
  'negocio registró en SUNAT.';

/** Their sum, whatever certificate signed them. */
export function signedTotals(found: readonly SignedPending[]): {
  waiting: number;
  refused: number;
} {
  const sum = (of: 'waiting' | 'refused') => found.reduce((total, each) => total + each[of], 0);
  return { waiting: sum('waiting'), refused: sum('refused') };
}

/** What a new certificate does to them; undefined when there are none. */
export function newCertificateText(found: readonly SignedPending[]): string | undefined {
  const { waiting, refused } = signedTotals(found);
  const sentences = [waitingText(waiting), refusedText(refused)].filter(Boolean);
  return sentences.length > 0 ? sentences.join(' ') : undefined;
}

const waitingText = (waiting: number): string =>
  waiting > 0
    ? `${many(waiting, 'comprobante ya firmado espera', 'comprobantes ya firmados esperan')} su ` +
      'envío: cada uno sale con la firma que tiene, que otro certificado no cambia. Si SUNAT no ' +
      'la acepta, pasa a revisión.'
    : '';

const refusedText = (refused: number): string =>
  refused > 0
    ? `${many(refused, 'comprobante está', 'comprobantes están')} en revisión porque SUNAT no ` +
      'aceptó el certificado con que se firmó. Otro certificado no lo cambia: se reanuda cuando ' +
      'el suyo conste en SUNAT, o dos personas lo descartan y la venta se emite otra vez.'
    : '';
