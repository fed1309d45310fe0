/** A business as the CLI shows it, and what it still lacks to issue. */
import type { Business, CertificateSummary, Series } from '@rafaga/db';
import { hasCheckDigit } from '../rules/ruc.js';
import { moment } from '../terminal/moments.js';
import { facts } from '../terminal/table.js';
import type { House } from './house.js';

const STATES: Readonly<Record<string, string>> = { draft: 'borrador', active: 'activo', suspended: 'suspendido' };
const ENVIRONMENTS: Readonly<Record<string, string>> = { simulator: 'simulador', beta: 'beta', production: 'produccion', custom: 'propio' };

export interface Card {
  business: Business;
  series: readonly Series[];
  certificate: CertificateSummary | undefined;
  hasAccess: boolean;
}

export async function cardOf({ db }: House, business: Business): Promise<Card> {
  const { findAccess, listCertificates, listSeries } = await import('@rafaga/db');
  const [series, certificates, access] = await Promise.all([
    listSeries(db, business.id),
    listCertificates(db, business.id),
    findAccess(db, business.id),
  ]);
  return { business, series, certificate: certificates.find(({ active }) => active), hasAccess: access !== undefined };
}

/** What keeps it from issuing, each with the command that mends it. */
export function lacks({ business, series, certificate, hasAccess }: Card, now = new Date()): string[] {
  const { ruc, state, test } = business;
  const found: string[] = [];
  if (!hasCheckDigit(ruc)) found.push('El dígito verificador del RUC no corresponde: revisa si hay un número cambiado.');
  if (!certificate) found.push(`Falta el certificado: rafaga negocio cambiar --ruc ${ruc} --certificado ARCHIVO --clave-certificado CLAVE`);
  else if (certificate.notAfter < now) found.push(`El certificado venció el ${moment(certificate.notAfter)}.`);
  else if (certificate.subjectRuc && certificate.subjectRuc !== ruc)
    found.push(`El certificado es del RUC ${certificate.subjectRuc}, no de este negocio.`);
  if (!hasAccess) found.push(`Falta el usuario SOL: rafaga negocio cambiar --ruc ${ruc} --usuario-sol USUARIO --clave-sol CLAVE`);
  if (!series.some(({ active }) => active)) found.push(`Falta una serie: rafaga serie agregar --ruc ${ruc} --serie B001`);
  if (state !== 'active') found.push(`No está activo: rafaga negocio activar --ruc ${ruc}`);
  if (test) found.push('Es una cuenta de prueba: puede consultar, no emitir.');
  return found;
}

export function cardJson(card: Card): Record<string, unknown> {
  const { business, series, certificate, hasAccess } = card;
  return {
    ...summaryJson(business),
    direccion: business.address,
    ubigeo: business.ubigeo,
    precios_con_igv: business.pricesIncludeTax,
    exonerado: business.exonerationAllowed,
    limite_por_minuto: business.ratePerMinute,
    sunat: {
      ambiente: ENVIRONMENTS[business.authority] ?? business.authority,
      url: business.billUrl,
      url_consulta: business.consultUrl,
      usuario_sol: hasAccess,
      en_pausa_hasta: business.pausedUntil,
      en_pausa_por: business.pausedWhy,
    },
    certificado: certificate
      ? { ruc: certificate.subjectRuc, desde: certificate.notBefore, hasta: certificate.notAfter, huella: certificate.fingerprint }
      : null,
    series: series.map(seriesJson),
    avisos: lacks(card),
  };
}

export const summaryJson = (business: Business): Record<string, unknown> => ({
  ruc: business.ruc,
  razon_social: business.legalName,
  nombre_comercial: business.tradeName,
  estado: STATES[business.state] ?? business.state,
  de_prueba: business.test,
  boletas: business.boletas,
  facturas: business.facturas,
  creado_en: business.createdAt,
});

export const seriesJson = ({ code, kind, lastNumber, active }: Series): Record<string, unknown> => ({
  serie: code,
  tipo: kind,
  siguiente: lastNumber + 1,
  activa: active,
});

export const stateOf = (business: Business): string => STATES[business.state] ?? business.state;

export function cardText({ business, series, certificate, hasAccess }: Card): string {
  const kinds = [business.boletas && 'boletas', business.facturas && 'facturas'].filter(Boolean).join(' y ');
  const authority = ENVIRONMENTS[business.authority] ?? business.authority;
  return facts([
    ['RUC', business.ruc],
    ['Razón social', business.legalName],
    ['Nombre comercial', business.tradeName],
    ['Dirección', [business.address, business.ubigeo].filter(Boolean).join(' · ')],
    ['Estado', stateOf(business) + (business.test ? ' (cuenta de prueba)' : '')],
    ['Emite', kinds],
    ['Precios', business.pricesIncludeTax ? 'con IGV' : 'sin IGV'],
    ['Exonerado', business.exonerationAllowed ? 'sí' : 'no'],
    ['Límite', `${business.ratePerMinute} llamadas por minuto`],
    ['SUNAT', [authority, business.billUrl, business.consultUrl].filter(Boolean).join(' · ')],
    ['Usuario SOL', hasAccess ? 'guardado' : 'falta'],
    [
      'En pausa',
      business.pausedUntil && business.pausedUntil > new Date()
        ? `hasta ${moment(business.pausedUntil)}: ${business.pausedWhy ?? ''}`
        : null,
    ],
    ['Certificado', certificate ? `hasta ${moment(certificate.notAfter)} · RUC ${certificate.subjectRuc ?? 'no indicado'}` : 'falta'],
    [
      'Series',
      series.map(({ code, lastNumber, active }) => `${code} (sigue ${lastNumber + 1}${active ? '' : ', cerrada'})`).join(', ') || 'ninguna',
    ],
  ]);
}
