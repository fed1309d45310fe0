/**
 * One's own account: password, second factor, other sessions; and the proof of the password before
 * what is delicate.
 */
import { closeSessionsOf, findLogin, noteProved, setPassword } from '@rafaga/db';
import { hashPassword, samePassword } from '@rafaga/secrets';
import { type Answer, done, go, page, type Signed } from '../edge/visit.js';
import { Act, Button, Facts, FaultList, type Faults, Field, Form } from '../html/bits.js';
import { ROLE_NAMES } from '../people/roles.js';
import { faultsOf } from './invitation.js';
import { admit, onward } from './login.js';

export const account = (visit: Signed): Promise<Answer> => show(visit, {});

async function show(visit: Signed, faults: Faults): Promise<Answer> {
  const { person, deps } = visit;
  const enrolled = (await findLogin(deps.db, person.email))?.totpSecret != null;
  return page(
    `${Object.keys(faults).length > 0 ? 'Error: ' : ''}Tu cuenta`,
    <div class="narrow">
      <FaultList faults={faults} />
      <h1>Tu cuenta</h1>
      <Facts
        rows={[
          ['Nombre', person.name],
          ['Correo', person.email],
          ['Rol', ROLE_NAMES[person.role]],
          ['Código de verificación', enrolled ? 'activado' : 'sin activar'],
        ]}
      />
      {!enrolled && (
        <Act
          visit={visit}
          action="/cuenta/codigo"
          label="Activar el código de verificación"
          tone="quiet"
        />
      )}
      <h2>Cambiar la contraseña</h2>
      <Form visit={visit} action="/cuenta">
        <Field
          name="actual"
          label="Contraseña actual"
          type="password"
          autocomplete="current-password"
          faults={faults}
        />
        <Field
          name="clave"
          label="Contraseña nueva"
          type="password"
          autocomplete="new-password"
          faults={faults}
        />
        <Field
          name="repetida"
          label="Repite la nueva"
          type="password"
          autocomplete="new-password"
          faults={faults}
        />
        <Button>Cambiar la contraseña</Button>
      </Form>
      <h2>Otras sesiones</h2>
      <p>Si ingresaste en otra máquina y no cerraste la sesión, ciérrala desde aquí.</p>
      <Act visit={visit} action="/cuenta/sesiones" label="Cerrar mis otras sesiones" tone="quiet" />
    </div>,
    { status: Object.keys(faults).length > 0 ? 422 : 200 },
  );
}

export async function changePassword(visit: Signed): Promise<Answer> {
  const { deps, person, form, session } = visit;
  const again = await proves(visit, 'actual');
  if (again) return show(visit, again);
  const faults = faultsOf(form.raw('clave'), form.raw('repetida'), person.email);
  if (Object.keys(faults).length > 0) return show(visit, faults);
  await setPassword(deps.db, visit.by(), person.id, await hashPassword(form.raw('clave')));
  await closeSessionsOf(deps.db, person.id, session);
  return done('/cuenta', 'clave_cambiada');
}

export async function endOtherSessions(visit: Signed): Promise<Answer> {
  await closeSessionsOf(visit.deps.db, visit.person.id, visit.session);
  return done('/cuenta', 'sesiones_cerradas');
}

/** To the enrolment, under a session that owes it. */
export const startEnrolment = (visit: Signed): Promise<Answer> =>
  admit(visit, visit.person, 'enrolment');

/** What is wrong with the password that this form proves, or undefined. */
async function proves(
  { deps, person, form, address }: Signed,
  field: string,
): Promise<Faults | undefined> {
  const who = `${address} ${person.email}`;
  const wait = deps.patience.wait(who);
  if (wait > 0) return { [field]: `Demasiados intentos. Espera ${wait} segundos.` };
  const login = await findLogin(deps.db, person.email);
  if (await samePassword(form.raw(field), login?.passwordHash)) {
    deps.patience.succeeded(who);
    return undefined;
  }
  deps.patience.failed(who);
  return { [field]: 'No es tu contraseña.' };
}

export const confirmPage = (visit: Signed): Answer => showConfirm(visit, {});

const showConfirm = (visit: Signed, faults: Faults): Answer =>
  page(
    `${Object.keys(faults).length > 0 ? 'Error: ' : ''}Confirmar que eres tú`,
    <div class="narrow">
      <FaultList faults={faults} />
      <h1>Confirmar que eres tú</h1>
      <p>Lo que sigue es delicado y hace rato que ingresaste: escribe tu contraseña otra vez.</p>
      <Form visit={visit}>
        <Field
          name="clave"
          label="Contraseña"
          type="password"
          autocomplete="current-password"
          faults={faults}
        />
        <Button>Confirmar</Button>
      </Form>
    </div>,
    { status: Object.keys(faults).length > 0 ? 403 : 200 },
  );

export async function confirm(visit: Signed): Promise<Answer> {
  const faults = await proves(visit, 'clave');
  if (faults) return showConfirm(visit, faults);
  await noteProved(visit.deps.db, visit.session);
  return go(onward(visit));
}
