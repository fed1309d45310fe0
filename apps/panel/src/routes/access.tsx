/**
 * How a business signs in at SUNAT: tried with what was typed, then sealed; what is stored is never
 * opened here.
 */
import {
  type Business,
  DocumentsWait,
  findAccess,
  listUnbegunSeries,
  type UnprovenPolicy,
  updateBusiness,
} from '@rafaga/db';
import { limaToday, verdict } from '@rafaga/fiscal';
import { mustChoose, policyOf, solUserOf, UNPROVEN } from '@rafaga/operations';
import { type ClearConsult, keepAccess, keepConsult } from '@rafaga/operations/business';
import { createAuthority, type Endpoints, SUNAT, servicesAt, servicesOf } from '@rafaga/sunat';
import { type Answer, done, type OfBusiness } from '../edge/visit.js';
import { Button, Choice, type Faults, Field, Form, type Options, Tag } from '../html/bits.js';
import { afterStep, businessPage, inWizard, wizardQuery } from '../html/businessFrame.js';
import { ConsultFields } from '../html/consultFields.js';
import { EnvironmentChange, waitingFor, waitingText } from '../html/environmentChange.js';
import { may } from '../people/roles.js';
import { ENVIRONMENTS } from './business.js';

export const AUTHORITIES = ['simulator', 'beta', 'production'] as const;
type Named = (typeof AUTHORITIES)[number];

export const accessPage = (visit: OfBusiness): Promise<Answer> => showAccess(visit, {});

export async function showAccess(visit: OfBusiness, faults: Faults): Promise<Answer> {
  const { deps, business, form, person } = visit;
  const [kept, { waiting, proposals }] = await Promise.all([
    findAccess(deps.db, business.id),
    waitingFor(visit),
  ]);
  const govern = may(person.role, 'businesses.govern');
  const options: Options = AUTHORITIES.filter(
    (name) => name !== 'simulator' || !deps.production || business.authority === name,
  ).map((name) => [name, ENVIRONMENTS[name] ?? name]);
  return businessPage(
    visit,
    'Conexión con SUNAT',
    <div class="narrow">
      {kept && (
        <p>
          <Tag mood="good">guardado</Tag> Hay un usuario SOL
          {kept.consultId
            ? ' y credenciales de Consulta Integrada'
            : ', sin credenciales de Consulta Integrada'}
          . Nadie puede volver a verlos; para cambiarlos, escríbelos de nuevo.
        </p>
      )}
      {business.pausedWhy && business.pausedUntil && business.pausedUntil > visit.now && (
        <p>
          <Tag mood="warn">envío en pausa</Tag> {business.pausedWhy}
        </p>
      )}
      <Form visit={visit}>
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
            Ambiente: <strong>{ENVIRONMENTS[business.authority]}</strong>
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
          chosen={business.unprovenChosenAt ? UNPROVEN[policyIn(business)].word : ''}
          kept={kept?.consultId !== undefined}
          faults={faults}
        />
        <Button>{inWizard(visit) ? 'Probar, guardar y continuar' : 'Probar y guardar'}</Button>
      </Form>
      {govern && (
        <EnvironmentChange
          visit={visit}
          waiting={waiting}
          faults={faults}
          {...{ options, proposals }}
        />
      )}
      {inWizard(visit) && kept && (
        <p>
          <a href={`/negocios/${business.ruc}/series?asistente=1`}>Seguir con lo guardado</a>
        </p>
      )}
    </div>,
    faults,
  );
}

export async function saveAccess(visit: OfBusiness): Promise<Answer> {
  const { deps, form, business, person } = visit;
  const govern = may(person.role, 'businesses.govern') && business.authority !== 'custom';
  const wanted = govern ? form.text('ambiente') : business.authority;
  const faults: Record<string, string> = {};
  const known = AUTHORITIES.find(
    (name) =>
      name === wanted && (name !== 'simulator' || !deps.production || business.authority === name),
  );
  if (govern && !known) faults.ambiente = 'Elige el ambiente.';
  const kept = await findAccess(deps.db, business.id);
  const typed = readTyped(visit, kept !== undefined, faults);
  const policy = policyOf(form.text('politica'));
  const consults = kept?.consultId !== undefined || typed.consult !== undefined;
  if (!policy && mustChoose({ ...business, authority: known ?? business.authority }, consults))
    faults.politica =
      'Escribe las credenciales de Consulta Integrada, o elige qué hacer sin ellas.';
  if (known && known !== business.authority) {
    const { waiting } = await waitingFor(visit);
    if (waiting.documents > 0) faults.ambiente = waitingText(waiting);
  }
  if (Object.keys(faults).length > 0) return showAccess(visit, faults);
  Object.assign(faults, await tried(visit, known ?? 'custom', typed));
  if (Object.keys(faults).length > 0) return showAccess(visit, faults);
  return chosen(visit, known ?? business.authority, async () => {
    await keepTyped(visit, typed, policy);
    await deps.settingsChanges.publish(business.id);
    if (typed.sol || typed.consult) return afterStep(visit, 'conexion', 'acceso');
    return done(`/negocios/${business.ruc}/conexion${wizardQuery(visit)}`, 'guardado');
  });
}

const policyIn = ({ unprovenPolicy }: Business) => unprovenPolicy as UnprovenPolicy;

/** What was typed, and no more: what is kept already and left blank stays. */
interface Typed {
  sol?: { user: string; password: string };
  consult?: ClearConsult;
}

async function keepTyped(
  { deps, business, ...visit }: OfBusiness,
  typed: Typed,
  policy?: UnprovenPolicy,
): Promise<void> {
  const { sol, consult } = typed;
  const by = visit.by();
  if (policy && (policy !== business.unprovenPolicy || !business.unprovenChosenAt))
    await updateBusiness(deps.db, by, business.id, { unprovenPolicy: policy });
  if (sol) await keepAccess(deps.db, by, deps.vault, business.id, { ...sol, ...consult });
  else if (consult) await keepConsult(deps.db, by, deps.vault, business.id, consult);
}

/** The environment first, and then the rest; where its series have to be begun, that comes next. */
async function chosen(
  visit: OfBusiness,
  authority: string,
  rest: () => Answer | Promise<Answer>,
): Promise<Answer> {
  const { deps, business } = visit;
  if (authority === business.authority) return rest();
  try {
    await updateBusiness(deps.db, visit.by(), business.id, { authority: authority as Named });
  } catch (error) {
    if (error instanceof DocumentsWait)
      return showAccess(visit, { ambiente: waitingText(error.waiting) });
    throw error;
  }
  await deps.settingsChanges.publish(business.id);
  const answer = await rest();
  const unbegun = await listUnbegunSeries(deps.db, business.id);
  return unbegun.length > 0
    ? done(`/negocios/${business.ruc}/series${wizardQuery(visit)}`, 'ambiente_cambiado')
    : answer;
}

function readTyped(
  { form, business }: OfBusiness,
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
const NOBODYS = { type: '01', series: 'F999', number: 99_999_999 };

/**
 * What SUNAT itself says is wrong with it. Where there is nobody to ask, or nobody answers, the
 * first sending will tell.
 */
async function tried(
  visit: OfBusiness,
  authority: Named | 'custom',
  { sol, consult }: Typed,
): Promise<Faults> {
  const { deps, business, now } = visit;
  const client = createAuthority({ ...endpoints(authority, business, deps.simulatorUrl) });
  const document = { ruc: business.ruc, ...NOBODYS };
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
