/** How a business signs in at SUNAT: tried with what was typed, then sealed; what is stored is never opened here. */
import { type Business, type BusinessData, findAccess, updateBusiness } from '@rafaga/db';
import { limaToday, verdict } from '@rafaga/fiscal';
import { solUserOf } from '@rafaga/operations';
import { type ClearAccess, keepAccess } from '@rafaga/operations/business';
import { createAuthority, type Endpoints, SUNAT, servicesAt, servicesOf } from '@rafaga/sunat';
import { type Answer, done, type OfBusiness } from '../edge/visit.js';
import { Button, Choice, type Faults, Field, Form, type Options, Tag } from '../html/bits.js';
import { afterStep, businessPage, inWizard, wizardQuery } from '../html/businessFrame.js';
import { may } from '../people/roles.js';
import { ENVIRONMENTS } from './business.js';

const AUTHORITIES = ['simulator', 'beta', 'production'] as const;
type Named = (typeof AUTHORITIES)[number];

export const accessPage = (visit: OfBusiness): Promise<Answer> => show(visit, {});

async function show(visit: OfBusiness, faults: Faults): Promise<Answer> {
  const { deps, business, form, person } = visit;
  const kept = await findAccess(deps.db, business.id);
  const govern = may(person.role, 'businesses.govern');
  const options: Options = AUTHORITIES.filter((name) => name !== 'simulator' || !deps.production || business.authority === name).map(
    (name) => [name, ENVIRONMENTS[name] ?? name],
  );
  return businessPage(
    visit,
    'Conexión con SUNAT',
    <div class="narrow">
      {kept && (
        <p>
          <Tag mood="good">guardado</Tag> Hay un usuario SOL
          {kept.consultId ? ' y credenciales de Consulta Integrada' : ', sin credenciales de Consulta Integrada'}. Nadie puede volver a
          verlos; para cambiarlos, escríbelos de nuevo.
        </p>
      )}
      {business.pausedWhy && business.pausedUntil && business.pausedUntil > visit.now && (
        <p>
          <Tag mood="warn">envío en pausa</Tag> {business.pausedWhy}
        </p>
      )}
      <Form visit={visit}>
        {govern && business.authority !== 'custom' ? (
          <Choice name="ambiente" label="Ambiente" value={form.text('ambiente') || business.authority} options={options} faults={faults} />
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
        <h2>Consulta Integrada (recomendado para boletas)</h2>
        <p class="hint">
          Sin estas credenciales, una boleta cuya respuesta se perdió se vuelve a enviar para saber si llegó. Se crean en SOL, en
          «Credenciales de API SUNAT».
        </p>
        <Field name="consulta_id" label="Id (opcional)" value={form.text('consulta_id')} faults={faults} />
        <Field name="consulta_clave" label="Clave de la consulta (opcional)" type="password" faults={faults} />
        <Button>{inWizard(visit) ? 'Probar, guardar y continuar' : 'Probar y guardar'}</Button>
      </Form>
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
  const known = AUTHORITIES.find((name) => name === wanted && (name !== 'simulator' || !deps.production || business.authority === name));
  if (govern && !known) faults.ambiente = 'Elige el ambiente.';
  const kept = await findAccess(deps.db, business.id);
  const empty = ['usuario', 'clave', 'consulta_id', 'consulta_clave'].every((name) => form.raw(name) === '');
  if (empty && kept && known && Object.keys(faults).length === 0) {
    await choose(visit, known);
    return done(`/negocios/${business.ruc}/conexion${wizardQuery(visit)}`, 'guardado');
  }
  const access = readAccess(visit, faults);
  if (!access || Object.keys(faults).length > 0) return show(visit, faults);
  Object.assign(faults, await tried(visit, known ?? 'custom', access));
  if (Object.keys(faults).length > 0) return show(visit, faults);
  if (known) await choose(visit, known);
  await keepAccess(deps.db, visit.by(), deps.vault, business.id, access);
  await deps.herald.announce(business.id);
  return afterStep(visit, 'conexion', 'acceso');
}

async function choose({ deps, business, ...visit }: OfBusiness, authority: Named): Promise<void> {
  if (authority === business.authority) return;
  const data: BusinessData = { authority, billUrl: null, consultUrl: null };
  await updateBusiness(deps.db, visit.by(), business.id, data);
  await deps.herald.announce(business.id);
}

function readAccess({ form, business }: OfBusiness, faults: Record<string, string>): ClearAccess | undefined {
  const user = solUserOf(form.text('usuario'), business.ruc);
  const password = form.raw('clave');
  const [consultId, consultSecret] = [form.text('consulta_id'), form.raw('consulta_clave')];
  if (!user) faults.usuario = 'Escribe el usuario SOL secundario, sin espacios, como MODDATOS.';
  if (password === '') faults.clave = 'Escribe la clave SOL.';
  if (consultId && !consultSecret) faults.consulta_clave = 'Escribe la clave que va con el id, o borra el id.';
  if (!consultId && consultSecret) faults.consulta_id = 'Escribe el id que va con la clave.';
  return user ? { user, password, ...(consultId && consultSecret ? { consultId, consultSecret } : {}) } : undefined;
}

/** Nothing has this number: to ask for it tells whether one is let in, and nothing else. */
const NOBODYS = { type: '01', series: 'F999', number: 99_999_999 };

/** What SUNAT itself says is wrong with it. Where there is nobody to ask, or nobody answers, the first sending will tell. */
async function tried({ deps, business, now }: OfBusiness, authority: Named | 'custom', access: ClearAccess): Promise<Faults> {
  const client = createAuthority({ ...endpoints(authority, business, deps.simulatorUrl) });
  const document = { ruc: business.ruc, ...NOBODYS };
  try {
    const said = await client.statusCdr?.(document, { user: `${business.ruc}${access.user}`, password: access.password });
    if (said?.is === 'fault' && verdict(said.code).do === 'configuration')
      return { clave: `SUNAT no lo acepta (código ${said.code}). ${verdict(said.code).text}` };
    const { consultId: id, consultSecret: secret } = access;
    if (!id || !secret) return {};
    const asked = await client.consult?.({ ...document, issueDate: limaToday(now), total: '1.00' }, { id, secret });
    return asked?.is === 'denied' ? { consulta_clave: 'SUNAT no acepta estas credenciales de Consulta Integrada.' } : {};
  } finally {
    client.close();
  }
}

function endpoints(authority: Named | 'custom', { billUrl, consultUrl }: Business, simulatorUrl: string): Endpoints {
  if (authority === 'simulator') return servicesAt(simulatorUrl);
  return authority === 'custom' ? servicesOf(billUrl ?? '', consultUrl ?? undefined) : SUNAT[authority];
}
