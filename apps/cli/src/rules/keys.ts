/**
 * Reads the certificate and the credentials for SUNAT from the options, and stores them encrypted.
 */
import type { SigningCertificate } from '@rafaga/certificates';
import type { Business } from '@rafaga/db';
import { certificateFault, solUserOf } from '@rafaga/operations';
import type { ClearAccess, ClearConsult } from '@rafaga/operations/business';
import type { CommandContext } from '../context/commandContext.js';
import { Failure, type Mistakes } from '../terminal/failure.js';
import { readNamed } from '../terminal/readNamed.js';
import { reasonOf } from '../terminal/systemProblem.js';

export interface KeyFlags {
  usuarioSol?: string;
  claveSol?: string;
  idConsulta?: string;
  claveConsulta?: string;
  certificado?: string;
  claveCertificado?: string;
  certificadoAutofirmado?: boolean;
}

export interface Keys {
  certificate?: SigningCertificate;
  access?: ClearAccess;
  /** Credentials of Consulta Integrada, for a business whose SOL user is stored already. */
  consult?: ClearConsult;
}

/** Passwords may come from the environment, because `ps` shows options. */
export async function readKeys(
  flags: KeyFlags,
  owner: { ruc: string; legalName: string },
  mistakes: Mistakes,
): Promise<Keys> {
  const consult = readConsult(flags, mistakes);
  const sol = readSol(flags, owner.ruc, mistakes);
  const certificate = await certificateOf(flags, owner, mistakes);
  return {
    ...(sol ? { access: { ...sol, ...consult } } : consult ? { consult } : {}),
    ...(certificate ? { certificate } : {}),
  };
}

function readConsult(flags: KeyFlags, mistakes: Mistakes): ClearConsult | undefined {
  const { idConsulta, claveConsulta = process.env.RAFAGA_CLAVE_CONSULTA } = flags;
  if (idConsulta !== undefined && !claveConsulta)
    mistakes.add('--clave-consulta', 'falta, o RAFAGA_CLAVE_CONSULTA en el entorno.');
  if (flags.claveConsulta !== undefined && !idConsulta)
    mistakes.add('--id-consulta', 'va junto con --clave-consulta.');
  return idConsulta && claveConsulta
    ? { consultId: idConsulta, consultSecret: claveConsulta }
    : undefined;
}

function readSol(flags: KeyFlags, ruc: string, mistakes: Mistakes): ClearAccess | undefined {
  const { usuarioSol, claveSol = process.env.RAFAGA_CLAVE_SOL } = flags;
  if (usuarioSol === undefined) {
    if (flags.claveSol !== undefined) mistakes.add('--usuario-sol', 'va junto con --clave-sol.');
    return undefined;
  }
  if (!claveSol) {
    mistakes.add('--clave-sol', 'falta, o RAFAGA_CLAVE_SOL en el entorno.');
    return undefined;
  }
  const user = solUserOf(usuarioSol, ruc);
  if (user !== undefined) return { user, password: claveSol };
  mistakes.add('--usuario-sol', 'es el usuario secundario, sin espacios, como MODDATOS.');
  return undefined;
}

async function certificateOf(
  flags: KeyFlags,
  owner: { ruc: string; legalName: string },
  mistakes: Mistakes,
): Promise<SigningCertificate | undefined> {
  const { certificado, certificadoAutofirmado } = flags;
  const password = flags.claveCertificado ?? process.env.RAFAGA_CLAVE_CERTIFICADO ?? '';
  if (certificado === undefined) {
    if (flags.claveCertificado !== undefined)
      mistakes.add('--certificado', 'va junto con --clave-certificado.');
    if (!certificadoAutofirmado) return undefined;
    const { selfSigned } = await import('@rafaga/certificates');
    return selfSigned(owner);
  }
  if (!certificadoAutofirmado) {
    const certificate = await certificateIn(certificado, password, mistakes);
    const fault = certificate && certificateFault(certificate, owner.ruc, new Date());
    if (fault) mistakes.add('--certificado', fault);
    return certificate;
  }
  mistakes.add('--certificado', 'elige --certificado o --certificado-autofirmado, no los dos.');
  return undefined;
}

async function certificateIn(
  path: string,
  password: string,
  mistakes: Mistakes,
): Promise<SigningCertificate | undefined> {
  const { CertificateProblem, readCertificate } = await import('@rafaga/certificates');
  const file = await readNamed(path).catch((error) =>
    mistakes.add('--certificado', `no se puede leer ${path}: ${reasonOf(error)}.`),
  );
  try {
    if (file) return await readCertificate(file, password);
  } catch (error) {
    if (!(error instanceof CertificateProblem)) throw error;
    mistakes.add('--certificado', error.message);
  }
  return undefined;
}

/** Fails before anything is stored when what was given could not be encrypted afterwards. */
export async function requireVault(context: CommandContext, keys: Keys): Promise<void> {
  if (Object.keys(keys).length > 0) await context.vault();
}

/** Encrypts and stores the given certificate and credentials. */
export async function storeKeys(
  context: CommandContext,
  { id }: Business,
  keys: Keys,
): Promise<void> {
  const { certificate, access, consult } = keys;
  if (!certificate && !access && !consult) return;
  const [vault, operations] = await Promise.all([
    context.vault(),
    import('@rafaga/operations/business'),
  ]);
  const { keepAccess, keepCertificate, keepConsult } = operations;
  if (certificate) await keepCertificate(context.db, context.by(), vault, id, certificate);
  if (access) await keepAccess(context.db, context.by(), vault, id, access);
  if (consult && !(await keepConsult(context.db, context.by(), vault, id, consult)))
    throw new Failure('Falta el usuario SOL del negocio: da también --usuario-sol y --clave-sol.');
  // as the sweep does: what is shown next tells whether sending is paused
  const { resumeRepairedBusinesses } = await import('@rafaga/db');
  await resumeRepairedBusinesses(context.db);
}
