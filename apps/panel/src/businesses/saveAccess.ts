/**
 * Saves how a business connects to SUNAT: what was typed is tried at SUNAT first and then stored
 * encrypted; what was left blank stays as it is stored.
 */
import {
  type AccessTrials,
  type Business,
  DocumentsPending,
  destinationOf,
  findAccess,
  listUnbegunSeries,
  putAccessTrials,
  resumeRepairedBusinesses,
  TRIAL_ACCEPTED,
  type Trial,
  type UnprovenPolicy,
  updateBusiness,
} from '@rafaga/db';
import { mustChoose, policyOf, solUserOf, UNPROVEN } from '@rafaga/operations';
import { keepAccess, keepConsult, readNumberObstacle } from '@rafaga/operations/business';
import type { BusinessRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirectWithNotice } from '../edge/pageResponse.js';
import { hasFaults } from '../html/formPage.js';
import { isPermitted } from '../users/permissions.js';
import { connectionOf, showAccess } from './access.js';
import { type Authority, offeredAuthorities } from './authorities.js';
import { afterStep, wizardQuery } from './businessLayout.js';
import { pendingText, pendingUnder } from './environmentChange.js';
import { changedMeanwhile } from './seenValues.js';
import { type TypedAccess, tryAccess } from './tryAccess.js';

interface AccessChange {
  /** Undefined: the business has addresses of its own, or none was chosen. */
  authority: Authority | undefined;
  typed: TypedAccess;
  policy: UnprovenPolicy | undefined;
  faults: Record<string, string>;
}

export async function saveAccess(request: BusinessRequest): Promise<PageResponse> {
  const change = await readChange(request);
  const { authority, typed, faults } = change;
  if (hasFaults(faults)) return showAccess(request, faults);
  const tried = await tryAccess(request, authority ?? 'custom', typed);
  if (hasFaults(tried.faults)) return showAccess(request, tried.faults);
  const refused = await changeAuthority(request, authority);
  if (refused) return showAccess(request, refused);
  await store(request, change);
  if (typed.sol || typed.consult) {
    // as the sweep does: the page that follows tells whether sending is paused
    await resumeRepairedBusinesses(request.deps.db);
    await putAccessTrials(request.deps.db, request.business.id, tried.trials);
  }
  await request.deps.settingsChanges.publish(request.business.id);
  return nextPage(request, change, isProven(tried.trials) ? 'acceso' : 'acceso_sin_probar');
}

const isProven = (trials: AccessTrials): boolean =>
  Object.values(trials).every(({ result }: Trial) => result === TRIAL_ACCEPTED);

async function readChange(request: BusinessRequest): Promise<AccessChange> {
  const { deps, form, business, user } = request;
  const faults: Record<string, string> = {};
  const chooses = isPermitted(user.role, 'businesses.govern') && business.authority !== 'custom';
  const chosenName = chooses ? form.text('ambiente') : business.authority;
  const authority = offeredAuthorities(deps, business).find((name) => name === chosenName);
  if (chooses && !authority) faults.ambiente = 'Elige el ambiente.';
  const stored = await findAccess(deps.db, business.id);
  // of a custom authority; the named ones have one destination, whichever is chosen
  const destination = destinationOf(business);
  const here = (stored?.destination ?? destination) === destination;
  const typed = readTyped(request, { stored: stored !== undefined, here }, faults);
  const policy = policyOf(form.text('politica'));
  const hasConsult = stored?.consultId !== undefined || typed.consult !== undefined;
  const next = { ...business, authority: authority ?? business.authority };
  if (!policy && mustChoose({ ...next, hasConsult }))
    faults.politica =
      'Escribe las credenciales de Consulta Integrada, o elige qué hacer sin ellas.';
  const wanted = connectionOf(next, policy && UNPROVEN[policy].word);
  Object.assign(faults, changedMeanwhile(form, { stored: connectionOf(business), wanted }));
  if (authority && authority !== business.authority) {
    const { waiting } = await pendingUnder(request);
    if (waiting.documents > 0) faults.ambiente = pendingText(waiting);
    else {
      const obstacle = await readNumberObstacle(deps.db, business, authority);
      if (obstacle) faults.ambiente = `${obstacle.text}. Elígelo abajo.`;
    }
  }
  return { authority, typed, policy, faults };
}

/**
 * @param access whether there is one already, which blank fields keep; and whether it is for where
 * the documents are sent now: the credentials of Consulta Integrada are stored with such a one only
 */
function readTyped(
  { form, business }: BusinessRequest,
  access: { stored: boolean; here: boolean },
  faults: Record<string, string>,
): TypedAccess {
  const consult = readConsult(form.text('consulta_id'), form.raw('consulta_clave'), faults);
  const [userText, password] = [form.text('usuario'), form.raw('clave')];
  const keeps = access.stored && (access.here || !consult.consult);
  if (keeps && userText === '' && password === '') return consult;
  const user = solUserOf(userText, business.ruc);
  if (!user) faults.usuario = 'Escribe el usuario SOL secundario, sin espacios, como MODDATOS.';
  if (password === '') faults.clave = 'Escribe la clave SOL.';
  return user ? { sol: { user, password }, ...consult } : consult;
}

function readConsult(
  consultId: string,
  consultSecret: string,
  faults: Record<string, string>,
): TypedAccess {
  if (consultId && !consultSecret)
    faults.consulta_clave = 'Escribe la clave que va con el id, o borra el id.';
  if (!consultId && consultSecret) faults.consulta_id = 'Escribe el id que va con la clave.';
  return consultId && consultSecret ? { consult: { consultId, consultSecret } } : {};
}

/** @returns the fault of a change that documents issued in the meantime prevent */
async function changeAuthority(
  { deps, business, by }: BusinessRequest,
  authority: Authority | undefined,
): Promise<Record<string, string> | undefined> {
  if (!authority || authority === business.authority) return undefined;
  try {
    await updateBusiness(deps.db, by(), business.id, { authority });
  } catch (error) {
    if (error instanceof DocumentsPending) return { ambiente: pendingText(error.waiting) };
    throw error;
  }
  await deps.settingsChanges.publish(business.id);
  return undefined;
}

async function store(request: BusinessRequest, { typed, policy }: AccessChange): Promise<void> {
  const { deps, business } = request;
  const { sol, consult } = typed;
  const by = request.by();
  if (isNewPolicy(business, policy))
    await updateBusiness(deps.db, by, business.id, { unprovenPolicy: policy });
  if (sol) await keepAccess(deps.db, by, deps.vault, business.id, { ...sol, ...consult });
  else if (consult) await keepConsult(deps.db, by, deps.vault, business.id, consult);
}

const isNewPolicy = (
  { unprovenPolicy, unprovenChosenAt }: Business,
  policy: UnprovenPolicy | undefined,
): policy is UnprovenPolicy =>
  policy !== undefined && (policy !== unprovenPolicy || !unprovenChosenAt);

/** After a change of environment the series may have to be begun there first. */
async function nextPage(
  request: BusinessRequest,
  { authority, typed, policy }: AccessChange,
  notice: string,
): Promise<PageResponse> {
  const { deps, business } = request;
  const path = `/negocios/${business.ruc}`;
  const query = wizardQuery(request);
  const changed = authority !== undefined && authority !== business.authority;
  if (changed && (await listUnbegunSeries(deps.db, business.id)).length > 0)
    return redirectWithNotice(`${path}/series${query}`, 'ambiente_cambiado');
  if (typed.sol || typed.consult) return afterStep(request, 'conexion', notice);
  const same = !changed && !isNewPolicy(business, policy);
  return afterStep(request, 'conexion', same ? 'acceso_igual' : 'guardado');
}
