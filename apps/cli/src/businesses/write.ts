/** Creates, changes, activates and suspends a business. */

import type { Addressed, DocumentsPending, SignedPending } from '@rafaga/db';
import { many, newCertificateText, signedTotals } from '@rafaga/operations';
import { cardJson, setupRemarks, stateOf } from '../cards/businessCard.js';
import { businessOf, type CommandContext, withContext } from '../context/commandContext.js';
import { withBusiness } from '../context/withBusiness.js';
import { type BusinessFlags, readBusiness, readRuc } from '../rules/business.js';
import { type KeyFlags, readKeys, requireVault, storeKeys } from '../rules/keys.js';
import { DEFAULTS, requireConsultOrPolicy } from '../rules/unproven.js';
import { explainTaken } from '../terminal/explainTaken.js';
import { Failure, Mistakes, Misuse } from '../terminal/failure.js';
import type { CommandResult, CommonFlags } from '../terminal/print.js';
import { cardOf, resultOf } from './read.js';
import { refuseUnbegun } from './refuseUnbegun.js';

export type BusinessCommandFlags = BusinessFlags & KeyFlags & CommonFlags & { activar?: boolean };

export async function create(flags: BusinessCommandFlags): Promise<CommandResult> {
  const mistakes = new Mistakes();
  const ruc = readRuc(flags.ruc, mistakes);
  mistakes.required('--razon-social', flags.razonSocial);
  const data = readBusiness(flags, mistakes);
  const legalName = data.legalName ?? '';
  const keys = await readKeys(flags, { ruc, legalName }, mistakes);
  if (flags.certificadoAutofirmado && flags.ambiente === 'produccion')
    mistakes.add('--certificado-autofirmado', 'SUNAT no lo acepta en producción.');
  if (flags.activar) requireConsultOrPolicy(DEFAULTS, data, keys, mistakes);
  if (keys.consult) mistakes.add('--usuario-sol', 'va junto con --id-consulta.');
  mistakes.check();
  return withContext(async (context) => {
    const { createBusiness, setBusinessState } = await import('@rafaga/db');
    await requireVault(context, keys);
    const created = await createBusiness(context.db, context.by(), {
      ...data,
      // without the option, what the help calls usual is chosen
      pricesIncludeTax: data.pricesIncludeTax ?? true,
      ruc,
      legalName,
    }).catch(explainExistingRuc(ruc));
    await storeKeys(context, created, keys);
    const business = flags.activar
      ? await setBusinessState(context.db, context.by(), created.id, 'active')
      : created;
    await context.changed(business.id);
    return resultOf(await cardOf(context.db, business), `Negocio ${ruc} creado.`);
  });
}

export async function change(flags: BusinessCommandFlags): Promise<CommandResult> {
  const mistakes = new Mistakes();
  const ruc = readRuc(flags.ruc, mistakes);
  const data = readBusiness(flags, mistakes);
  // a self-signed certificate contains the name of the business
  const legalName = data.legalName ?? (flags.certificadoAutofirmado ? await nameOf(ruc) : '');
  const keys = await readKeys(flags, { ruc, legalName }, mistakes);
  mistakes.check();
  if (Object.keys(data).length + Object.keys(keys).length === 0)
    throw new Misuse([{ at: '', text: 'No hay nada que cambiar: da al menos una opción.' }]);
  return withBusiness(flags, async (context, before) => {
    const { targetOf, updateBusiness } = await import('@rafaga/db');
    await requireVault(context, keys);
    const { hasConsult } = await cardOf(context.db, before);
    const target = data.authority ? targetOf(data) : before;
    if (keys.consult && !keys.access && !(await hasAccessFor(context, before.id, target)))
      mistakes.add(
        '--usuario-sol',
        'va junto con --id-consulta, porque el negocio no lo tiene para adonde envía.',
      );
    if (before.state === 'active' && (data.boletas || data.authority) && !hasConsult)
      requireConsultOrPolicy(before, data, keys, mistakes);
    mistakes.check();
    if (data.authority) await refuseUnbegun(context, before, targetOf(data).environment);
    if (Object.keys(data).length > 0)
      await updateBusiness(context.db, context.by(), before.id, data).catch(
        explainPendingDocuments(ruc),
      );
    // counted before: what is resumed is sent at once
    const signed = keys.certificate ? await signedPending(context, before.id) : undefined;
    await storeKeys(context, before, keys);
    await context.changed(before.id);
    const card = await cardOf(context.db, await businessOf(context.db, ruc));
    const result = resultOf(card, `Negocio ${ruc} cambiado.`);
    return signed ? withSignedPending(signed, result) : result;
  });
}

/** Before anything is changed: what is stored for one destination is of no use at another. */
async function hasAccessFor(
  { db }: CommandContext,
  businessId: number,
  target: Addressed,
): Promise<boolean> {
  const { destinationOf, findAccess } = await import('@rafaga/db');
  const access = await findAccess(db, businessId);
  const there = destinationOf(target);
  return access !== undefined && (access.destination ?? there) === there;
}

const signedPending = async ({ db }: CommandContext, businessId: number) =>
  (await import('@rafaga/db')).listSignedPending(db, businessId);

/** Adds what becomes of the documents that an earlier certificate signed. */
function withSignedPending(
  signed: readonly SignedPending[],
  { json, remarks = [], ...result }: CommandResult,
): CommandResult {
  const { waiting, refused } = signedTotals(signed);
  const text = newCertificateText(signed);
  return {
    ...result,
    json: {
      ...(json as object),
      firmados_en_espera: waiting,
      en_revision_por_certificado: refused,
    },
    remarks: text ? [text, ...remarks] : remarks,
  };
}

const nameOf = (ruc: string): Promise<string> =>
  withContext(async ({ db }) => (await businessOf(db, ruc)).legalName);

export const setState = (
  flags: BusinessCommandFlags,
  state: 'active' | 'suspended',
): Promise<CommandResult> =>
  withBusiness(flags, async (context, before) => {
    const { setBusinessState } = await import('@rafaga/db');
    // its RUC could not be corrected any more, and it would be activated without its rehearsal
    if (state === 'suspended' && before.state === 'draft')
      throw new Failure(`El negocio ${before.ruc} no está activo todavía: no emite nada.`);
    const missing =
      state === 'active'
        ? setupRemarks(await cardOf(context.db, before), ['consult', 'prices'])
        : [];
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

const explainExistingRuc = (ruc: string) =>
  explainTaken(`Ya hay un negocio con el RUC ${ruc}. Míralo con: rafaga negocio ver --ruc ${ruc}`);

/** A business with pending documents may not change its environment. */
const explainPendingDocuments =
  (ruc: string) =>
  (error: unknown): never => {
    if (!(error instanceof Error) || error.name !== 'DocumentsPending') throw error;
    const { documents } = (error as DocumentsPending).waiting;
    throw new Failure(
      `${many(documents, 'comprobante espera', 'comprobantes esperan')} respuesta en el ambiente ` +
        'actual, y no cambia mientras tanto. Espera, resuelve los que estén en revisión ' +
        'o pasa lo que espera al nuevo entre dos personas con: ' +
        `rafaga negocio pasar --ruc ${ruc} ` +
        '--ambiente AMBIENTE --propone CORREO --aprueba CORREO --motivo TEXTO',
      { esperan: documents },
    );
  };
