/** credencial: creates, lists and revokes the API credentials of a business. */
import type { CredentialSummary } from '@rafaga/db';
import { credentialWords, hasUnprinted } from '@rafaga/operations';
import type { Command } from 'commander';
import { withContext } from '../context/commandContext.js';
import { withBusiness } from '../context/withBusiness.js';
import { dateTime } from '../terminal/dates.js';
import { Failure, Mistakes } from '../terminal/failure.js';
import type { CommandResult, CommonFlags } from '../terminal/print.js';
import { table } from '../terminal/table.js';
import { addCommand, addGroup } from './addCommand.js';

interface Flags extends CommonFlags {
  ruc?: string;
  nombre?: string;
  clave?: string;
}

const RUC = { '--ruc <ruc>': 'RUC del negocio' };

export function credencial(program: Command): void {
  const parent = addGroup(
    program,
    'credencial',
    'Las credenciales con que los sistemas llaman a la API',
  );
  addCommand<Flags>(parent, {
    name: 'crear',
    about: 'Crea una credencial y muestra su secreto, esta única vez',
    options: { ...RUC, '--nombre <texto>': 'para reconocerla: la caja, la tienda, el sistema' },
    examples: [
      'credencial crear --ruc 20123456786 --nombre "Tienda Lince"',
      'credencial crear --ruc 20123456786 --nombre caja-1 > credencial.json',
    ],
    run: create,
  });
  addCommand<Flags>(parent, {
    name: 'listar',
    about: 'Las credenciales de un negocio, sin sus secretos',
    options: RUC,
    examples: ['credencial listar --ruc 20123456786'],
    run: list,
  });
  addCommand<Flags>(parent, {
    name: 'revocar',
    about: 'Revoca una credencial para siempre; la API la rechaza a los pocos segundos',
    options: { '--clave <api_key>': 'la api_key, la parte que no es secreta' },
    examples: ['credencial revocar --clave rk_…'],
    run: revoke,
  });
}

async function create(flags: Flags): Promise<CommandResult> {
  const mistakes = new Mistakes();
  const name = mistakes.required('--nombre', flags.nombre?.trim());
  if (flags.nombre !== undefined && (name.length < 1 || name.length > 100 || hasUnprinted(name)))
    mistakes.add('--nombre', 'de 1 a 100 caracteres.');
  mistakes.required('--ruc', flags.ruc);
  mistakes.check();
  return withBusiness(flags, async (context, { id }) => {
    const [{ addCredential, CredentialProblem }, { hashSecret, newCredential }] = await Promise.all(
      [import('@rafaga/db'), import('@rafaga/secrets')],
    );
    const pepper = await context.pepper();
    const { apiKey, apiSecret } = newCredential();
    await addCredential(context.db, context.by(), {
      businessId: id,
      name,
      apiKey,
      secretHash: hashSecret(apiSecret, pepper),
    }).catch((error) => {
      throw error instanceof CredentialProblem ? new Failure(credentialWords(error)) : error;
    });
    await context.changed(id);
    const pair = { api_key: apiKey, api_secret: apiSecret };
    return {
      json: pair,
      text: JSON.stringify(pair, null, 2),
      remarks: ['Guarda el secreto ahora: no se volverá a mostrar.'],
    };
  });
}

const list = (flags: Flags): Promise<CommandResult> =>
  withBusiness(flags, async ({ db }, { id, ruc }) => {
    const { listCredentials } = await import('@rafaga/db');
    const all = await listCredentials(db, id);
    const rows = all.map((each) => [
      each.apiKey,
      each.name,
      dateTime(each.createdAt),
      dateTime(each.lastUsedAt),
      dateTime(each.revokedAt),
    ]);
    return {
      json: all.map(credentialJson),
      text:
        all.length > 0
          ? table(['api_key', 'Nombre', 'Creada', 'Último uso', 'Revocada'], rows)
          : `El negocio ${ruc} no tiene credenciales. Crea una con: rafaga credencial crear ` +
            `--ruc ${ruc} --nombre NOMBRE`,
    };
  });

async function revoke(flags: Flags): Promise<CommandResult> {
  const mistakes = new Mistakes();
  const key = mistakes.required('--clave', flags.clave || undefined);
  mistakes.check();
  return withContext(async (context) => {
    const { findCredential, revokeCredential } = await import('@rafaga/db');
    const found = await findCredential(context.db, key);
    if (!found)
      throw new Failure(
        'No existe esa credencial. Míralas con: rafaga credencial listar --ruc RUC',
      );
    if (!(await revokeCredential(context.db, context.by(), key)))
      throw new Failure('Esa credencial ya estaba revocada.');
    await context.changed(found.business.id);
    return { json: { api_key: key, revocada: true }, text: `Credencial ${key} revocada.` };
  });
}

const credentialJson = (each: CredentialSummary): Record<string, unknown> => ({
  api_key: each.apiKey,
  nombre: each.name,
  creada_en: each.createdAt,
  usada_en: each.lastUsedAt,
  revocada_en: each.revokedAt,
});
