/** Taking an invitation: whoever has the link chooses the password, once, and is in. */
import { findInvited, findLogin, type Person, takeInvitation } from '@rafaga/db';
import { invitationHash } from '@rafaga/operations';
import { faultOfPassword, hashPassword, SHORTEST } from '@rafaga/secrets';
import { type Answer, page, Refused, type Visit } from '../edge/visit.js';
import { Button, FaultList, type Faults, Field, Form } from '../html/bits.js';
import { admit, stageAfterPassword } from './login.js';

export async function invitationPage(visit: Visit): Promise<Answer> {
  return show(visit, await invited(visit), {});
}

export async function acceptInvitation(visit: Visit): Promise<Answer> {
  const { deps, form } = visit;
  const person = await invited(visit);
  const password = form.raw('clave');
  const faults = faultsOf(password, form.raw('repetida'), person.email);
  if (Object.keys(faults).length > 0) return show(visit, person, faults);
  const by = { actor: `panel:${person.email}`, requestId: visit.requestId };
  if (!(await takeInvitation(deps.db, by, hashOf(visit), await hashPassword(password))))
    throw gone();
  const login = await findLogin(deps.db, person.email);
  return admit(visit, person, stageAfterPassword(visit, person, login?.totpSecret != null));
}

/** What is wrong with a new password that was typed twice. */
export function faultsOf(password: string, again: string, email: string): Faults {
  const fault = faultOfPassword(password, email);
  if (fault) return { clave: fault };
  return password === again ? {} : { repetida: 'Las dos contraseñas no son iguales.' };
}

const hashOf = (visit: Visit): Buffer => invitationHash(visit.param('token'));

async function invited(visit: Visit): Promise<Person> {
  const person = await findInvited(visit.deps.db, hashOf(visit));
  if (!person) throw gone();
  return person;
}

const gone = () =>
  new Refused(404, 'Este enlace ya se usó o venció. Pide otro a un administrador.');

const show = (visit: Visit, { email, name }: Person, faults: Faults): Answer =>
  page(
    `${Object.keys(faults).length > 0 ? 'Error: ' : ''}Crear tu contraseña`,
    <div class="narrow">
      <FaultList faults={faults} />
      <h1>Crear tu contraseña</h1>
      <p>
        Hola, {name}. Ingresarás con <strong>{email}</strong> y esta contraseña.
      </p>
      <Form visit={visit}>
        <input type="hidden" name="correo" autocomplete="username" value={email} />
        <Field
          name="clave"
          label="Contraseña"
          type="password"
          autocomplete="new-password"
          hint={
            `${SHORTEST} caracteres o más. Una frase de cuatro palabras es fácil de recordar ` +
            'y difícil de adivinar.'
          }
          faults={faults}
        />
        <Field
          name="repetida"
          label="Repite la contraseña"
          type="password"
          autocomplete="new-password"
          faults={faults}
        />
        <Button>Crear contraseña e ingresar</Button>
      </Form>
    </div>,
    { status: Object.keys(faults).length > 0 ? 422 : 200 },
  );
