/** A business as the CLI prints it, with its setup issues: as text and as JSON. */
import type { Business, Series, UnprovenPolicy } from '@rafaga/db';
import {
  type BusinessSetup,
  isExhausted,
  many,
  nextInSeries,
  type SetupIssue,
  setupIssues,
  UNPROVEN,
} from '@rafaga/operations';
import { dateTime } from '../terminal/dates.js';
import { facts } from '../terminal/table.js';

const STATES: Readonly<Record<string, string>> = {
  draft: 'borrador',
  active: 'activo',
  suspended: 'suspendido',
};
const ENVIRONMENTS: Readonly<Record<string, string>> = {
  simulator: 'simulador',
  beta: 'beta',
  production: 'produccion',
  custom: 'propio',
};

const newCertificate = (ruc: string) =>
  `negocio cambiar --ruc ${ruc} --certificado ARCHIVO --clave-certificado CLAVE`;

/** The command that resolves each setup issue. */
const REMEDIES: Readonly<Partial<Record<SetupIssue['is'], (ruc: string) => string>>> = {
  address: (ruc) => `negocio cambiar --ruc ${ruc} --direccion "DIRECCION"`,
  certificate: newCertificate,
  certificate_expired: newCertificate,
  certificate_other: newCertificate,
  certificate_test: newCertificate,
  access: (ruc) => `negocio cambiar --ruc ${ruc} --usuario-sol USUARIO --clave-sol CLAVE`,
  consult: (ruc) =>
    `negocio cambiar --ruc ${ruc} --id-consulta ID --clave-consulta CLAVE, o ` +
    '--respuesta-perdida revisar|presumir',
  prices: (ruc) => `negocio cambiar --ruc ${ruc} --precios-con-igv, o --precios-sin-igv`,
  series: (ruc) => `serie agregar --ruc ${ruc} --serie B001`,
  unbegun: (ruc) => `serie agregar --ruc ${ruc} --serie SERIE --siguiente NUMERO`,
  exhausted: (ruc) => `serie agregar --ruc ${ruc} --serie SERIE`,
  state: (ruc) => `negocio activar --ruc ${ruc}`,
};

/** The setup issues, or those of these kinds, each with the command that resolves it. */
export const setupRemarks = (card: BusinessSetup, only?: readonly SetupIssue['is'][]): string[] =>
  setupIssues(card, new Date())
    .filter(({ is }) => only === undefined || only.includes(is))
    .map(({ is, text }) => {
      const remedy = REMEDIES[is]?.(card.business.ruc);
      return remedy ? `${text.replace(/\.$/, '')}: rafaga ${remedy}` : text;
    });

export function cardJson(card: BusinessSetup): Record<string, unknown> {
  const { business, series, certificate, hasAccess, hasConsult } = card;
  return {
    ...summaryJson(business),
    direccion: business.address,
    ubigeo: business.ubigeo,
    precios_con_igv: business.pricesIncludeTax,
    exonerado: business.exonerationAllowed,
    limite_por_minuto: business.ratePerMinute,
    salto_maximo: business.maxNumberJump,
    sunat: {
      ambiente: ENVIRONMENTS[business.authority] ?? business.authority,
      entorno:
        business.environment === 'simulator' ? 'simulado' : ENVIRONMENTS[business.environment],
      url: business.billUrl,
      url_consulta: business.consultUrl,
      usuario_sol: hasAccess,
      consulta_integrada: hasConsult,
      respuesta_perdida: UNPROVEN[business.unprovenPolicy as UnprovenPolicy].word,
      en_pausa_hasta: business.pausedUntil,
      en_pausa_por: business.pauseReason,
    },
    certificado: certificate
      ? {
          ruc: certificate.subjectRuc,
          desde: certificate.notBefore,
          hasta: certificate.notAfter,
          huella: certificate.fingerprint,
        }
      : null,
    series: series.map(seriesJson),
    avisos: setupRemarks(card),
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

export const seriesJson = (
  series: Pick<Series, 'code' | 'kind' | 'lastNumber' | 'active'>,
): Record<string, unknown> => ({
  serie: series.code,
  tipo: series.kind,
  siguiente: isExhausted(series) ? null : series.lastNumber + 1,
  activa: series.active,
});

export const stateOf = (business: Business): string => STATES[business.state] ?? business.state;

/** What happens to a boleta without evidence, in a word and a sentence. */
function policyText({ unprovenPolicy }: Business): string {
  const { word, text } = UNPROVEN[unprovenPolicy as UnprovenPolicy];
  return `${word}: ${text}`;
}

export function cardText(card: BusinessSetup): string {
  const { business, hasAccess, hasConsult } = card;
  const authority = [authorityText(business), business.billUrl, business.consultUrl];
  return facts([
    ['RUC', business.ruc],
    ['Razón social', business.legalName],
    ['Nombre comercial', business.tradeName],
    ['Dirección', [business.address, business.ubigeo].filter(Boolean).join(' · ')],
    ['Estado', stateOf(business) + (business.test ? ' (cuenta de prueba)' : '')],
    ['Emite', kindsText(business)],
    ['Precios', business.pricesIncludeTax ? 'con IGV' : 'sin IGV'],
    ['Exonerado', business.exonerationAllowed ? 'sí' : 'no'],
    ['Límite', `${many(business.ratePerMinute, 'llamada', 'llamadas')} por minuto`],
    [
      'Correlativo',
      `se adelanta a su serie hasta ${many(business.maxNumberJump, 'número', 'números')}`,
    ],
    ['SUNAT', authority.filter(Boolean).join(' · ')],
    ['Usuario SOL', hasAccess ? 'guardado' : 'falta'],
    ['Consulta Integrada', hasConsult ? 'credenciales guardadas' : 'sin credenciales'],
    ['Respuesta perdida', policyText(business)],
    ['En pausa', pauseText(business)],
    ['Certificado', certificateText(card)],
    ['Series', seriesText(card)],
  ]);
}

const kindsText = ({ boletas, facturas }: Business): string =>
  [boletas && 'boletas', facturas && 'facturas'].filter(Boolean).join(' y ');

function authorityText({ authority, environment }: Business): string {
  const named = ENVIRONMENTS[authority] ?? authority;
  return authority === 'custom' ? `${named} (${ENVIRONMENTS[environment]})` : named;
}

/** Until when the sending of a business is paused, and why; null while it is not. */
export const pauseText = ({ pausedUntil, pauseReason }: Business): string | null =>
  pausedUntil && pausedUntil > new Date()
    ? `hasta ${dateTime(pausedUntil)}: ${pauseReason ?? ''}`
    : null;

const certificateText = ({ certificate }: BusinessSetup): string =>
  certificate
    ? `hasta ${dateTime(certificate.notAfter)} · RUC ${certificate.subjectRuc ?? 'no indicado'}`
    : 'falta';

const seriesText = ({ series }: BusinessSetup): string =>
  series
    .map((each) => `${each.code} (${nextInSeries(each)}${each.active ? '' : ', cerrada'})`)
    .join(', ') || 'ninguna';
