/** Checks the certificates of the businesses that issue. */
import type { Db, UsedCertificate } from '@rafaga/db';
import { type Finding, findingsOf } from './finding.js';

const { well, warning, fault } = findingsOf('Certificados');

const DAYS = 30;
const MAX_NAMED = 50;
const DAY_MS = 86_400_000;

export async function checkCertificates(db: Db): Promise<Finding[]> {
  const { listEndingCertificates } = await import('@rafaga/db');
  const ending = await listEndingCertificates(db, DAYS);
  if (ending.length === 0) return [well(`ninguno vence en los próximos ${DAYS} días`)];
  const more = ending.length - MAX_NAMED;
  const named = ending.slice(0, MAX_NAMED).map((each) => certificateFinding(each, new Date()));
  return more > 0
    ? [...named, warning(`y ${more} más`, 'El panel los lista: Negocios, por vencimiento')]
    : named;
}

/** The finding about a certificate that is missing, not valid, or ends soon. */
export function certificateFinding(
  { ruc, legalName, notBefore, notAfter }: UsedCertificate,
  now: Date,
): Finding {
  const remedy = `rafaga negocio ver --ruc ${ruc}; se cambia en el panel, o con negocio cambiar`;
  const whose = `de ${ruc} ${legalName}`;
  if (!notBefore || !notAfter) return fault(`falta el ${whose}`, remedy);
  if (notBefore > now) return fault(`el ${whose} empieza a valer el ${day(notBefore)}`, remedy);
  if (notAfter <= now) return fault(`el ${whose} venció el ${day(notAfter)}`, remedy);
  const days = Math.floor((notAfter.getTime() - now.getTime()) / DAY_MS);
  return warning(`el ${whose} vence en ${days} ${days === 1 ? 'día' : 'días'}`, remedy);
}

const day = (date: Date): string =>
  date.toLocaleDateString('es-PE', { timeZone: 'America/Lima', dateStyle: 'long' });
