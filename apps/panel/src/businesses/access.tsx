/**
 * How a business signs in at SUNAT: tried with what was typed, then sealed; what is stored is never
 * opened here.
 */
import {
  type Business,
  DocumentsPending,
  findAccess,
  listUnbegunSeries,
  type UnprovenPolicy,
  updateBusiness,
} from '@rafaga/db';
import { limaToday, verdict } from '@rafaga/fiscal';
import { mustChoose, policyOf, solUserOf, UNPROVEN } from '@rafaga/operations';
import { type ClearConsult, keepAccess, keepConsult } from '@rafaga/operations/business';
import { createAuthority, type Endpoints, SUNAT, servicesAt, servicesOf } from '@rafaga/sunat';
import type { BusinessRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirectWithNotice } from '../edge/pageResponse.js';
import { Button, Choice, type Faults, Field, Form, type Options, Tag } from '../html/components.js';
import { isPermitted } from '../users/permissions.js';
import { afterStep, businessPage, isInWizard, wizardQuery } from './businessLayout.js';
import { ConsultFields } from './consultFields.js';
import { EnvironmentChange, pendingText, pendingUnder } from './environmentChange.js';
import { AUTHORITY_NAMES } from './overview.js';

export const AUTHORITIES = ['simulator', 'beta', 'production'] as const;
type Named = (typeof AUTHORITIES)[number];

export const accessPage = (request: BusinessRequest): Promise<PageResponse> =>
  showAccess(request, {});

export async function showAccess(request: BusinessRequest, faults: Faults): Promise<PageResponse> {
  const { deps, business, form, user } = request;
  const [kept, { waiting, proposals }] = await Promise.all([
    findAccess(deps.db, business.id),
    pendingUnder(request),
  ]);
  const govern = isPermitted(user.role, 'businesses.govern');
  const options: Options = AUTHORITIES.filter(
    (name) => name !== 'simulator' || !deps.production || business.authority === name,
  ).map((name) => [name, AUTHORITY_NAMES[name] ?? name]);
  return businessPage(
    request,
    'Conexión con SUNAT',
    <div class="narrow">
      {kept && (
        <p>
          <Tag severity="good">guardado</Tag> Hay un usuario SOL
          {kept.consultId
            ? ' y credenciales de Consulta Integrada'
            : ', sin credenciales de Consulta Integrada'}
          . Nadie puede volver a verlos; para cambiarlos, escríbelos de nuevo.
        </p>
      )}
      {business.pauseReason && business.pausedUntil && business.pausedUntil > request.now && (
        <p>
          <Tag severity="warn">envío en pausa</Tag> {business.pauseReason}
        </p>
      )}
      <Form request={request}>
        {govern && business.authority !== 'custom' ? (
          <Choice
            name="ambiente"
            label="Ambiente"
            value={form.text('ambiente') || business.authority}
            options={options}
            faults={faults}
          />
        ) : (
          <p>
            Ambiente: <strong>{AUTHORITY_NAMES[business.authority]}</strong>
          </p>
        )}
        <Field
          name="usuario"
          label="Usuario SOL secundario"
          hint="Sin el RUC, como MODDATOS."
          width={20}
          value={form.text('usuario')}
          faults={faults}
        />
        <Field name="clave" label="Clave SOL" type="password" faults={faults} />
        <ConsultFields
          form={form}
          withAuthority={business.unprovenChosenAt ? UNPROVEN[policyIn(business)].word : ''}
          kept={kept?.consultId !== undefined}
          faults={faults}
        />
        <Button>{isInWizard(request) ? 'Probar, guardar y continuar' : 'Probar y guardar'}</Button>
      </Form>
      {govern && (
        <EnvironmentChange
          request={request}
          waiting={waiting}
          faults={faults}
          {...{ options, proposals }}
        />
      )}
      {isInWizard(request) && kept && (
        <p>
          <a href={`/negocios/${business.ruc}/series?asistente=1`}>Seguir con lo guardado</a>
        </p>
      )}
    </div>,
    faults,
  );
}

export async function saveAccess(request: BusinessRequest): Promise<PageResponse> {
  const { deps, form, business, user } = request;
  const govern = isPermitted(user.role, 'businesses.govern') && business.authority !== 'custom';
  const wanted = govern ? form.text('ambiente') : business.authority;
  const faults: Record<string, string> = {};
  const known = AUTHORITIES.find(
    (name) =>
      name === wanted && (name !== 'simulator' || !deps.production || business.authority === name),
  );
  if (govern && !known) faults.ambiente = 'Elige el ambiente.';
  const kept = await findAccess(deps.db, business.id);
  const typed = readTyped(request, kept !== undefined, faults);
  const policy = policyOf(form.text('politica'));
  const consults = kept?.consultId !== undefined || typed.consult !== undefined;
  if (!policy && mustChoose({ ...business, authority: known ?? business.authority }, consults))
    faults.politica =
      'Escribe las credenciales de Consulta Integrada, o elige qué hacer sin ellas.';
  if (known && known !== business.authority) {
    const { waiting } = await pendingUnder(request);
    if (waiting.documents > 0) faults.ambiente = pendingText(waiting);
  }
  if (Object.keys(faults).length > 0) return showAccess(request, faults);
  Object.assign(faults, await rejectedBySunat(request, known ?? 'custom', typed));
  if (Object.keys(faults).length > 0) return showAccess(request, faults);
  return chosen(request, known ?? business.authority, async () => {
    await keepTyped(request, typed, policy);
    await deps.settingsChanges.publish(business.id);
    if (typed.sol || typed.consult) return afterStep(request, 'conexion', 'acceso');
    return redirectWithNotice(
      `/negocios/${business.ruc}/conexion${wizardQuery(request)}`,
      'guardado',
    );
  });
}

const policyIn = ({ unprovenPolicy }: Business) => unprovenPolicy as UnprovenPolicy;

/** What was typed, and no more: what is kept already and left blank stays. */
interface Typed {
  sol?: { user: string; password: string };
  consult?: ClearConsult;
}

async function keepTyped(
  { deps, business, ...request }: BusinessRequest,
  typed: Typed,
  policy?: UnprovenPolicy,
): Promise<void> {
  const { sol, consult } = typed;
  const by = request.by();
  if (policy && (policy !== business.unprovenPolicy || !business.unprovenChosenAt))
    await updateBusiness(deps.db, by, business.id, { unprovenPolicy: policy });
  if (sol) await keepAccess(deps.db, by, deps.vault, business.id, { ...sol, ...consult });
  else if (consult) await keepConsult(deps.db, by, deps.vault, business.id, consult);
}

/** The environment first, and then the rest; where its series have to be begun, that comes next. */
async function chosen(
  request: BusinessRequest,
  authority: string,
  rest: () => PageResponse | Promise<PageResponse>,
): Promise<PageResponse> {
  const { deps, business } = request;
  if (authority === business.authority) return rest();
  try {
    await updateBusiness(deps.db, request.by(), business.id, { authority: authority as Named });
  } catch (error) {
    if (error instanceof DocumentsPending)
      return showAccess(request, { ambiente: pendingText(error.waiting) });
    throw error;
  }
  await deps.settingsChanges.publish(business.id);
  const answer = await rest();
  const unbegun = await listUnbegunSeries(deps.db, business.id);
  return unbegun.length > 0
    ? redirectWithNotice(
        `/negocios/${business.ruc}/series${wizardQuery(request)}`,
        'ambiente_cambiado',
      )
    : answer;
}

function readTyped(
  { form, business }: BusinessRequest,
  kept: boolean,
  faults: Record<string, string>,
): Typed {
  const [userText, password] = [form.text('usuario'), form.raw('clave')];
  const [consultId, consultSecret] = [form.text('consulta_id'), form.raw('consulta_clave')];
  if (consultId && !consultSecret)
    faults.consulta_clave = 'Escribe la clave que va con el id, o borra el id.';
  if (!consultId && consultSecret) faults.consulta_id = 'Escribe el id que va con la clave.';
  const consult = consultId && consultSecret ? { consult: { consultId, consultSecret } } : {};
  if (kept && userText === '' && password === '') return consult;
  const user = solUserOf(userText, business.ruc);
  if (!user) faults.usuario = 'Escribe el usuario SOL secundario, sin espacios, como MODDATOS.';
  if (password === '') faults.clave = 'Escribe la clave SOL.';
  return user ? { sol: { user, password }, ...consult } : consult;
}

/** Nothing has this number: to ask for it tells whether one is let in, and nothing else. */
const UNISSUED = { type: '01', series: 'F999', number: 99_999_999 };

/**
 * What SUNAT itself says is wrong with it. Where there is nobody to ask, or nobody answers, the
 * first sending will tell.
 */
async function rejectedBySunat(
  request: BusinessRequest,
  authority: Named | 'custom',
  { sol, consult }: Typed,
): Promise<Faults> {
  const { deps, business, now } = request;
  const client = createAuthority({ ...endpoints(authority, business, deps.simulatorUrl) });
  const document = { ruc: business.ruc, ...UNISSUED };
  try {
    const said =
      sol &&
      (await client.statusCdr?.(document, {
        user: `${business.ruc}${sol.user}`,
        password: sol.password,
      }));
    if (said?.is === 'fault' && verdict(said.code).do === 'configuration')
      return {
        clave:
          `SUNAT no lo acepta (código ${said.code}) y no se guardó: revisa el usuario, la ` +
          'clave y, en SUNAT, su perfil.',
      };
    if (!consult) return {};
    const access = { id: consult.consultId, secret: consult.consultSecret };
    const asked = await client.consult?.(
      { ...document, issueDate: limaToday(now), total: '1.00' },
      access,
    );
    return asked?.is === 'denied'
      ? { consulta_clave: 'SUNAT no acepta estas credenciales de Consulta Integrada.' }
      : {};
  } finally {
    client.close();
  }
}

function endpoints(
  authority: Named | 'custom',
  { billUrl, consultUrl }: Business,
  simulatorUrl: string,
): Endpoints {
  if (authority === 'simulator') return servicesAt(simulatorUrl);
  return authority === 'custom'
    ? servicesOf(billUrl ?? '', consultUrl ?? undefined)
    : SUNAT[authority];
}
