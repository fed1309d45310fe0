/** negocio: who issues. */
import type { Business, Db, DocumentsPending } from '@rafaga/db';
import type { BusinessSetup } from '@rafaga/operations';
import type { Command } from 'commander';
import { cardJson, cardText, setupRemarks, stateOf, summaryJson } from '../cards/businessCard.js';
import { businessOf, type CommandContext, withContext } from '../context/commandContext.js';
import { type BusinessFlags, readBusiness, readRuc } from '../rules/business.js';
import { type KeyFlags, keepKeys, readKeys } from '../rules/keys.js';
import { askForConsult, UNPROVEN_OPTION, UNSAID } from '../rules/unproven.js';
import { Failure, Mistakes } from '../terminal/failure.js';
import type { Common, Shown } from '../terminal/show.js';
import { table } from '../terminal/table.js';
import { diseno } from './diseno.js';
import { group, leaf } from './leaf.js';
import { pasar } from './pasar.js';

type Flags = BusinessFlags & KeyFlags & Common & { activar?: boolean };

const RUC = { '--ruc <ruc>': 'RUC del negocio' };
const DATA = {
  '--nombre-comercial <texto>': 'nombre comercial',
  '--direccion <texto>': 'domicilio fiscal',
  '--ubigeo <codigo>': 'ubigeo del domicilio, 6 dígitos',
  '--precios-sin-igv': 'precio_unitario llega sin IGV (lo usual: con IGV)',
  '--exonerado': 'permite operaciones exoneradas',
  '--sin-boletas': 'no emite boletas',
  '--sin-facturas': 'no emite facturas',
  '--de-prueba': 'cuenta de prueba: se configura igual y no puede emitir',
  '--limite-por-minuto <n>': 'llamadas por minuto y credencial (lo usual: 60)',
  '--salto-maximo <n>': 'cuánto puede adelantarse un correlativo a su serie (lo usual: 10000)',
  '--ambiente <nombre>': 'simulador, beta o produccion (lo usual: simulador)',
  '--url-sunat <url>':
    'dirección propia para enviar comprobantes (solo operadores); --ambiente dice qué es ' +
    '(lo usual: produccion)',
  '--url-consulta <url>': 'dirección propia para consultarlos (solo operadores)',
  '--usuario-sol <usuario>': 'usuario SOL secundario, sin el RUC',
  '--clave-sol <clave>': 'su clave, o RAFAGA_CLAVE_SOL en el entorno',
  '--id-consulta <id>': 'client_id de Consulta Integrada',
  '--clave-consulta <clave>': 'su client_secret, o RAFAGA_CLAVE_CONSULTA en el entorno',
  ...UNPROVEN_OPTION,
  '--certificado <archivo>': 'certificado con su clave privada: PFX, P12 o PEM',
  '--clave-certificado <clave>': 'su contraseña, o RAFAGA_CLAVE_CERTIFICADO en el entorno',
  '--certificado-autofirmado': 'crea uno que el simulador acepta y SUNAT no',
};

/** Loaded when it is needed: it brings the database along. */
const cardOf = async (db: Db, business: Business): Promise<BusinessSetup> =>
  (await import('@rafaga/operations/business')).readBusinessSetup(db, business);

export function negocio(program: Command): void {
  const parent = group(program, 'negocio', 'Los negocios que emiten');
  leaf<Flags>(parent, {
    name: 'crear',
    about: 'Crea un negocio, con su acceso a SUNAT y su certificado',
    options: {
      ...RUC,
      '--razon-social <texto>': 'razón social',
      ...DATA,
      '--activar': 'lo activa al terminar',
    },
    examples: [
      'negocio crear --ruc 20123456786 --razon-social "Bodega El Ejemplo S.A.C." ' +
        '--certificado-autofirmado --usuario-sol MODDATOS --clave-sol moddatos --activar',
      'negocio crear --ruc 20123456786 --razon-social "Bodega S.A.C." --certificado ' +
        'firma.pfx --clave-certificado secreto --ambiente produccion',
    ],
    run: create,
  });
  leaf<Flags>(parent, {
    name: 'cambiar',
    about: 'Cambia los datos de un negocio, su acceso a SUNAT o su certificado',
    options: {
      ...RUC,
      '--razon-social <texto>': 'razón social',
      ...DATA,
      '--precios-con-igv': 'precio_unitario llega con IGV',
      '--sin-exonerado': 'no permite operaciones exoneradas',
      '--con-boletas': 'emite boletas',
      '--con-facturas': 'emite facturas',
    },
    examples: [
      'negocio cambiar --ruc 20123456786 --certificado nuevo.pfx --clave-certificado secreto',
      'negocio cambiar --ruc 20123456786 --limite-por-minuto 600',
    ],
    run: change,
  });
  pasar(parent);
  diseno(parent);
  leaf<Common>(parent, {
    name: 'listar',
    about: 'Todos los negocios',
    examples: ['negocio listar', 'negocio listar --json'],
    run: list,
  });
  leaf<Flags>(parent, {
    name: 'ver',
    about: 'Un negocio, y qué le falta para emitir',
    options: RUC,
    examples: ['negocio ver --ruc 20123456786'],
    run: (flags) =>
      withBusiness(flags, async (context, business) => shown(await cardOf(context.db, business))),
  });
  leaf<Flags>(parent, {
    name: 'activar',
    about: 'Deja que un negocio use la API',
    options: RUC,
    examples: ['negocio activar --ruc 20123456786'],
    run: (flags) => setState(flags, 'active'),
  });
  leaf<Flags>(parent, {
    name: 'suspender',
    about: 'Cierra la API a un negocio; lo ya emitido sigue su camino',
    options: RUC,
    examples: ['negocio suspender --ruc 20123456786'],
    run: (flags) => setState(flags, 'suspended'),
  });
}

async function create(flags: Flags): Promise<Shown> {
  const mistakes = new Mistakes();
  const ruc = readRuc(flags.ruc, mistakes);
  if (flags.razonSocial === undefined) mistakes.add('--razon-social', 'falta.');
  const data = readBusiness(flags, mistakes);
  const legalName = data.legalName ?? '';
  const keys = await readKeys(flags, { ruc, legalName }, mistakes);
  if (flags.certificadoAutofirmado && flags.ambiente === 'produccion')
    mistakes.add('--certificado-autofirmado', 'SUNAT no lo acepta en producción.');
  if (flags.activar) askForConsult(UNSAID, data, keys, mistakes);
  if (keys.consult) mistakes.add('--usuario-sol', 'va junto con --id-consulta.');
  mistakes.check();
  return withContext(async (context) => {
    const { createBusiness, setBusinessState } = await import('@rafaga/db');
    const created = await createBusiness(context.db, context.by(), {
      ...data,
      ruc,
      legalName,
    }).catch(explainTaken(ruc));
    await keepKeys(context, created, keys);
    const business = flags.activar
      ? await setBusinessState(context.db, context.by(), created.id, 'active')
      : created;
    await context.changed(business.id);
    return shown(await cardOf(context.db, business), `Negocio ${ruc} creado.`);
  });
}

async function change(flags: Flags): Promise<Shown> {
  const mistakes = new Mistakes();
  const ruc = readRuc(flags.ruc, mistakes);
  const data = readBusiness(flags, mistakes);
  // a self-signed certificate names its owner, so the name that the business has now is looked up
  // first
  const legalName = data.legalName ?? (flags.certificadoAutofirmado ? await nameOf(ruc) : '');
  const keys = await readKeys(flags, { ruc, legalName }, mistakes);
  if (Object.keys(data).length + Object.keys(keys).length === 0)
    mistakes.add('', 'No hay nada que cambiar: da al menos una opción.');
  mistakes.check();
  return withBusiness(flags, async (context, before) => {
    const { updateBusiness } = await import('@rafaga/db');
    if (
      before.state === 'active' &&
      (data.boletas || data.authority) &&
      !(await cardOf(context.db, before)).hasConsult
    )
      askForConsult(before, data, keys, mistakes);
    mistakes.check();
    const unchanged = Object.keys(data).length === 0;
    const business = unchanged
      ? before
      : await updateBusiness(context.db, context.by(), before.id, data).catch(explainWaiting(ruc));
    await keepKeys(context, business, keys);
    await context.changed(business.id);
    return shown(await cardOf(context.db, business), `Negocio ${ruc} cambiado.`);
  });
}

const nameOf = (ruc: string): Promise<string> =>
  withContext(async ({ db }) => (await businessOf(db, ruc)).legalName);

const list = (): Promise<Shown> =>
  withContext(async ({ db }) => {
    const { listBusinesses } = await import('@rafaga/db');
    const all = await listBusinesses(db);
    const rows = all.map((each) => [
      each.ruc,
      each.legalName,
      stateOf(each),
      each.test ? 'sí' : 'no',
    ]);
    return {
      json: all.map(summaryJson),
      text:
        all.length > 0
          ? table(['RUC', 'Razón social', 'Estado', 'De prueba'], rows)
          : 'No hay negocios todavía. Crea uno con: rafaga negocio crear',
    };
  });

const setState = (flags: Flags, state: 'active' | 'suspended'): Promise<Shown> =>
  withBusiness(flags, async (context, before) => {
    const { setBusinessState } = await import('@rafaga/db');
    const missing =
      state === 'active' ? setupRemarks(await cardOf(context.db, before), ['consult']) : [];
    if (missing.length > 0) throw new Failure(missing.join('\n'));
    const business = await setBusinessState(context.db, context.by(), before.id, state);
    await context.changed(before.id);
    const card = await cardOf(context.db, business);
    const done = `Negocio ${before.ruc} ${stateOf(business)}.`;
    return {
      json: cardJson(card),
      text: done,
      remarks: state === 'active' ? setupRemarks(card) : [],
    };
  });

/** The business that --ruc names. */
export async function withBusiness(
  flags: { ruc?: string },
  work: (context: CommandContext, business: Business) => Promise<Shown>,
): Promise<Shown> {
  const mistakes = new Mistakes();
  const ruc = readRuc(flags.ruc, mistakes);
  mistakes.check();
  return withContext(async (context) => work(context, await businessOf(context.db, ruc)));
}

function shown(card: BusinessSetup, done?: string): Shown {
  return {
    json: cardJson(card),
    text: done ? `${done}\n\n${cardText(card)}` : cardText(card),
    remarks: setupRemarks(card),
  };
}

/** Unique RUC: P2002 is Prisma's word for it. */
const explainTaken =
  (ruc: string) =>
  (error: unknown): never => {
    if ((error as { code?: string }).code === 'P2002')
      throw new Failure(
        `Ya hay un negocio con el RUC ${ruc}. Míralo con: rafaga negocio ver --ruc ${ruc}`,
      );
    throw error;
  };

/**
 * What waits for the environment that would be left is settled first, or taken over by two persons.
 */
const explainWaiting =
  (ruc: string) =>
  (error: unknown): never => {
    if (!(error instanceof Error) || error.name !== 'DocumentsPending') throw error;
    const { documents } = (error as DocumentsPending).waiting;
    throw new Failure(
      `${documents} comprobantes esperan respuesta en el ambiente actual, y no cambia ` +
        'mientras tanto. Espera a que terminen, resuélvelos ' +
        `o pásalos al nuevo entre dos personas con: rafaga negocio pasar --ruc ${ruc} ` +
        '--ambiente AMBIENTE --propone CORREO --aprueba CORREO',
      { esperan: documents },
    );
  };
