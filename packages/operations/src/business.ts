/** Reads the setup of a business, and encrypts and stores its certificate and credentials. */
import type { SigningCertificate } from '@rafaga/certificates';
import {
  type AccessField,
  accessColumn,
  type Business,
  type By,
  type CertificateSummary,
  type Db,
  type DocumentSummary,
  destinationNow,
  destinationOf,
  type Environment,
  findAccess,
  findBusiness,
  findSigningCertificate,
  listSeries,
  listSeriesToBegin,
  listSignedPending,
  listUnbegunSeries,
  putAccess,
  putCertificate,
  putConsult,
  type SeriesToBegin,
} from '@rafaga/db';
import type { Vault } from '@rafaga/secrets';
import type { BusinessSetup } from './setupIssues.js';
import {
  isSelfSigned,
  TEST_CERTIFICATE,
  unacceptedInProduction,
  unacceptedText,
} from './signedPending.js';
import { askObstacle } from './unproven.js';
import { ENVIRONMENT } from './words.js';

export async function readBusinessSetup(db: Db, business: Business): Promise<BusinessSetup> {
  const [series, unbegun, certificate, access] = await Promise.all([
    listSeries(db, business.id),
    listUnbegunSeries(db, business.id),
    findSigningCertificate(db, business.id),
    findAccess(db, business.id),
  ]);
  const destination = destinationOf(business);
  return {
    business,
    series,
    unbegun,
    certificate,
    hasAccess: access !== undefined,
    accessElsewhere: (access?.destination ?? destination) !== destination,
    hasConsult: access?.consultId !== undefined,
  };
}

export interface NumberObstacle {
  series: SeriesToBegin[];
  text: string;
}

/** The series that keep an active business from an environment: their sales would be refused. */
export async function readNumberObstacle(
  db: Db,
  { id, state }: Business,
  there: Environment,
): Promise<NumberObstacle | undefined> {
  const series = state === 'active' ? await listSeriesToBegin(db, id, there) : [];
  if (series.length === 0) return undefined;
  const named = series.map(({ code, lastNumber }) => `${code} (aquí llegó al ${lastNumber})`);
  const text =
    `En ${ENVIRONMENT[there]} no tienen todavía su primer número, y sus ventas se rechazarían: ` +
    named.join(', ');
  return { series, text };
}

export interface ProductionObstacles {
  /** Signed documents that wait, and that SUNAT does not accept in production. */
  documents: number;
  /** What is in the way, a text for each. */
  texts: string[];
}

/** What production would not accept of a business that is to go there with what waits. */
export async function readProductionObstacles(
  db: Db,
  businessId: number,
  now: Date,
): Promise<ProductionObstacles> {
  const [signed, signing] = await Promise.all([
    listSignedPending(db, businessId),
    findSigningCertificate(db, businessId),
  ]);
  const documents = unacceptedInProduction(signed, now);
  return {
    documents,
    texts: [
      ...(documents > 0 ? [unacceptedText(documents)] : []),
      ...(signing && isSelfSigned(signing.certificate) ? [TEST_CERTIFICATE] : []),
    ],
  };
}

/** Why SUNAT cannot be asked for a document; undefined when it can. */
export async function reasonNotAskable(
  db: Db,
  found: Pick<DocumentSummary, 'ruc' | 'businessId' | 'kind' | 'environment' | 'emission'>,
): Promise<string | undefined> {
  const { ruc, businessId, kind, environment, emission } = found;
  const [business, access] = await Promise.all([findBusiness(db, ruc), findAccess(db, businessId)]);
  if (!business || emission?.elsewhere || business.environment !== environment)
    return 'es de un ambiente que su negocio dejó.';
  if (!access) return 'su negocio no tiene usuario y clave SOL con que preguntar.';
  return askObstacle(business, kind, access.consultId !== undefined);
}

/** Credentials in clear text, which are encrypted before they are stored. */
export interface ClearAccess extends Partial<ClearConsult> {
  user: string;
  password: string;
}

/** The credentials of Consulta Integrada, in clear text. */
export interface ClearConsult {
  consultId: string;
  consultSecret: string;
}

export async function keepAccess(
  db: Db,
  by: By,
  vault: Vault,
  businessId: number,
  access: ClearAccess,
): Promise<void> {
  const destination = await destinationNow(db, businessId);
  const seal = (text: string, field: AccessField): Buffer =>
    vault.seal(Buffer.from(text, 'utf8'), accessColumn(businessId, field, destination));
  await putAccess(db, by, businessId, {
    destination,
    solUser: seal(access.user, 'solUser'),
    solPassword: seal(access.password, 'solPassword'),
    ...(access.consultId ? { consultId: seal(access.consultId, 'consultId') } : {}),
    ...(access.consultSecret ? { consultSecret: seal(access.consultSecret, 'consultSecret') } : {}),
  });
}

/** @returns false when there is no SOL user for where the documents are sent now */
export async function keepConsult(
  db: Db,
  by: By,
  vault: Vault,
  businessId: number,
  credentials: ClearConsult,
): Promise<boolean> {
  const destination = await destinationNow(db, businessId);
  const seal = (field: keyof ClearConsult): Buffer =>
    vault.seal(
      Buffer.from(credentials[field], 'utf8'),
      accessColumn(businessId, field, destination),
    );
  return putConsult(db, by, businessId, {
    destination,
    consultId: seal('consultId'),
    consultSecret: seal('consultSecret'),
  });
}

export function keepCertificate(
  db: Db,
  by: By,
  vault: Vault,
  businessId: number,
  certificate: SigningCertificate,
): Promise<CertificateSummary> {
  return putCertificate(db, by, businessId, {
    ...certificate,
    privateKey: (column) => vault.seal(certificate.privateKey, column),
  });
}
