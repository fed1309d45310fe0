/** Lists what a business lacks before it can issue. */
import type { Business, CertificateSummary, Series } from '@rafaga/db';
import { limaToday, peruvianDate } from '@rafaga/fiscal';
import { hasCheckDigit } from './issuerIdentifiers.js';
import { isSelfSigned } from './signedPending.js';
import { mustChoose } from './unproven.js';

export interface BusinessSetup {
  business: Business;
  series: readonly Series[];
  /** Series of other environments that have no first number in the current one. */
  unbegun: readonly Series[];
  /** The active certificate, in DER. */
  certificate: (CertificateSummary & { certificate: Buffer }) | undefined;
  hasAccess: boolean;
  /** Its credentials were stored for other addresses than those of now. */
  accessElsewhere?: boolean;
  /** Whether there are credentials of Consulta Integrada. */
  hasConsult: boolean;
}

export interface SetupIssue {
  is:
    | 'certificate'
    | 'certificate_expired'
    | 'certificate_other'
    | 'certificate_test'
    | 'access'
    | 'consult'
    | 'prices'
    | 'series'
    | 'unbegun'
    | 'exhausted'
    | 'state'
    | 'test'
    | 'check_digit'
    | 'address';
  text: string;
  /** Whether the business cannot issue because of it. */
  blocks: boolean;
}

export function setupIssues(
  { business, series, unbegun, certificate, hasAccess, accessElsewhere, hasConsult }: BusinessSetup,
  now: Date,
): SetupIssue[] {
  const { ruc, state, test, environment } = business;
  const found: SetupIssue[] = [];
  const add = (is: SetupIssue['is'], text: string, { blocks } = { blocks: true }) =>
    found.push({ is, text, blocks });
  if (!hasCheckDigit(ruc))
    add(
      'check_digit',
      'El dígito verificador del RUC no corresponde: revisa si hay un número cambiado.',
      { blocks: false },
    );
  if (!business.address) add('address', ADDRESS, { blocks: false });
  if (!certificate) add('certificate', 'Falta el certificado');
  else if (certificate.notAfter < now)
    add('certificate_expired', `El certificado venció el ${dayOf(certificate.notAfter)}.`);
  else if (certificate.subjectRuc && certificate.subjectRuc !== ruc)
    add(
      'certificate_other',
      `El certificado es del RUC ${certificate.subjectRuc}, no de este negocio.`,
    );
  else if (environment === 'production' && isSelfSigned(certificate.certificate))
    add('certificate_test', UNACCEPTED, { blocks: false });
  if (!hasAccess) add('access', 'Falta el usuario SOL');
  else if (accessElsewhere) add('access', ELSEWHERE);
  if (mustChoose({ ...business, hasConsult })) add('consult', CONSULT, { blocks: false });
  if (state !== 'active' && business.pricesChosenAt === null)
    add('prices', 'Falta elegir si los precios llegan con IGV o sin IGV', { blocks: false });
  const open = series.filter(({ active }) => active);
  const exhausted = open.filter(isExhausted);
  const usable = exhausted.length < open.length;
  if (unbegun.length > 0)
    add('unbegun', `Falta decir con qué número empieza en este ambiente: ${codesOf(unbegun)}`, {
      blocks: !usable,
    });
  else if (open.length === 0) add('series', 'Falta una serie');
  if (exhausted.length > 0)
    add('exhausted', `La serie ${codesOf(exhausted)} ${REPLACE}`, { blocks: !usable });
  if (state !== 'active') add('state', 'No está activo');
  if (test) add('test', 'Es una cuenta de prueba: puede consultar, no emitir.');
  return found;
}

/** No number follows the last one. */
export const isExhausted = ({ lastNumber }: Pick<Series, 'lastNumber'>): boolean =>
  lastNumber === 99_999_999;

/** What follows in a series, as a list of series says it. */
export const nextInSeries = (series: Pick<Series, 'lastNumber'>): string =>
  isExhausted(series) ? 'agotada' : `sigue ${series.lastNumber + 1}`;

/** Whether it must be corrected before the business is activated. */
export const keepsInactive = ({ is, blocks }: SetupIssue): boolean =>
  (blocks || is === 'consult' || is === 'prices') && is !== 'state' && is !== 'test';

const ELSEWHERE =
  'El usuario y la clave SOL se guardaron para otra dirección de envío: guárdalos otra vez';

/** An own authority may accept it, as a rehearsal of production does. */
const UNACCEPTED =
  'El certificado es de prueba, y SUNAT no lo acepta en producción: sube el que el negocio ' +
  'registró en SUNAT';

/** Neither the XML nor SUNAT asks for it; a printed document must show it. */
const ADDRESS = 'Falta el domicilio fiscal, que la boleta y la factura deben mostrar';

/** An active business may issue without it; a draft cannot be activated. */
const CONSULT =
  'Faltan las credenciales de Consulta Integrada, o elegir qué hacer sin ellas (revisar o ' +
  'presumir)';

const REPLACE = 'llegó a su último número: agrega otra y ciérrala.';

const codesOf = (series: readonly Series[]): string =>
  [...new Set(series.map(({ code }) => code))].join(', ');

const dayOf = (at: Date): string => peruvianDate(limaToday(at));
