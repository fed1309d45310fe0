/** What a business signs with and how it signs in at the authority: read from options, sealed, kept. */
import { readFile } from 'node:fs/promises';
import type { Business } from '@rafaga/db';
import { solUserOf } from '@rafaga/operations';
import type { ClearAccess } from '@rafaga/operations/business';
import type { SigningCertificate } from '@rafaga/secrets';
import type { Mistakes } from '../terminal/failure.js';
import type { House } from './house.js';

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
}

/** Passwords may come by the environment, where `ps` does not show them. */
export async function readKeys(flags: KeyFlags, owner: { ruc: string; legalName: string }, mistakes: Mistakes): Promise<Keys> {
  const access = readAccess(flags, owner.ruc, mistakes);
  const certificate = await certificateOf(flags, owner, mistakes);
  return { ...(access ? { access } : {}), ...(certificate ? { certificate } : {}) };
}

function readAccess(flags: KeyFlags, ruc: string, mistakes: Mistakes): Keys['access'] {
  const { usuarioSol, claveSol = process.env.RAFAGA_CLAVE_SOL, idConsulta, claveConsulta = process.env.RAFAGA_CLAVE_CONSULTA } = flags;
  if (idConsulta !== undefined && claveConsulta === undefined)
    mistakes.add('--clave-consulta', 'falta, o RAFAGA_CLAVE_CONSULTA en el entorno.');
  if (flags.claveConsulta !== undefined && idConsulta === undefined) mistakes.add('--id-consulta', 'va junto con --clave-consulta.');
  if (usuarioSol === undefined) {
    if (flags.claveSol !== undefined) mistakes.add('--usuario-sol', 'va junto con --clave-sol.');
    if (idConsulta !== undefined) mistakes.add('--usuario-sol', 'va junto con --id-consulta.');
    return undefined;
  }
  if (claveSol === undefined) return mistakes.add('--clave-sol', 'falta, o RAFAGA_CLAVE_SOL en el entorno.');
  const user = solUserOf(usuarioSol, ruc);
  if (user === undefined) return mistakes.add('--usuario-sol', 'es el usuario secundario, sin espacios, como MODDATOS.');
  return { user, password: claveSol, ...(idConsulta && claveConsulta ? { consultId: idConsulta, consultSecret: claveConsulta } : {}) };
}

async function certificateOf(
  { certificado, claveCertificado = process.env.RAFAGA_CLAVE_CERTIFICADO ?? '', certificadoAutofirmado }: KeyFlags,
  owner: { ruc: string; legalName: string },
  mistakes: Mistakes,
): Promise<SigningCertificate | undefined> {
  if (certificado === undefined && !certificadoAutofirmado) return undefined;
  const { readCertificate, selfSigned, CertificateProblem } = await import('@rafaga/secrets');
  if (certificado === undefined) return selfSigned(owner);
  if (certificadoAutofirmado) return mistakes.add('--certificado', 'elige --certificado o --certificado-autofirmado, no los dos.');
  const file = await readFile(certificado).catch(() => undefined);
  if (!file) return mistakes.add('--certificado', `no se puede leer el archivo ${certificado}.`);
  try {
    return await readCertificate(file, claveCertificado);
  } catch (error) {
    if (error instanceof CertificateProblem) return mistakes.add('--certificado', error.message);
    throw error;
  }
}

/** Seals and keeps what was given. */
export async function keepKeys(house: House, { id }: Business, { certificate, access }: Keys): Promise<void> {
  if (!certificate && !access) return;
  const [vault, { keepAccess, keepCertificate }] = await Promise.all([house.vault(), import('@rafaga/operations/business')]);
  if (certificate) await keepCertificate(house.db, house.by(), vault, id, certificate);
  if (access) await keepAccess(house.db, house.by(), vault, id, access);
}
