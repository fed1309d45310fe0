/** Accepting an invitation: its link works once, to choose a password and sign in. */
import { findInvited, takeInvitation, type User } from '@rafaga/db';
import { invitationHash } from '@rafaga/operations';
import { faultOfPassword, hashPassword, SHORTEST } from '@rafaga/secrets';
import { PageRefusal } from '../edge/pageRefusal.js';
import type { PageRequest } from '../edge/pageRequest.js';
import { type PageResponse, page } from '../edge/pageResponse.js';
import { Button, FaultList, type Faults, Field, Form } from '../html/components.js';
import { runForUser } from './passwordWork.js';
import { stageAfterPassword, startSession } from './startSession.js';

export async function invitationPage(request: PageRequest): Promise<PageResponse> {
  return show(request, await invited(request), {});
}

export async function acceptInvitation(request: PageRequest): Promise<PageResponse> {
  const { deps, form } = request;
  const user = await invited(request);
  const password = form.raw('clave');
  const faults = faultsOf(password, form.raw('repetida'), user.email);
  if (Object.keys(faults).length > 0) return show(request, user, faults);
  const by = { actor: `panel:${user.email}`, requestId: request.requestId };
  const hash = await runForUser(request, user.id, () => hashPassword(password));
  if (!(await takeInvitation(deps.db, by, hashOf(request), hash))) throw gone();
  // a new invitation removes the second factor
  const stage = stageAfterPassword(request, user, { enrolled: false });
  const proofs = { passwordHash: hash, totpSecret: null, role: user.role };
  return startSession(request, user, stage, proofs);
}

/** The faults of a new password that was typed twice. */
export function faultsOf(password: string, again: string, email: string): Faults {
  const fault = faultOfPassword(password, email);
  if (fault) return { clave: fault };
  return password === again ? {} : { repetida: 'Las dos contraseñas no son iguales.' };
}

const hashOf = (request: PageRequest): Buffer => invitationHash(request.param('token'));

async function invited(request: PageRequest): Promise<User> {
  const user = await findInvited(request.deps.db, hashOf(request));
  if (!user) throw gone();
  return user;
}

const gone = () =>
  new PageRefusal(404, 'Este enlace ya se usó o venció. Pide otro a un administrador.');

const show = (request: PageRequest, { email, name }: User, faults: Faults): PageResponse =>
  page(
    `${Object.keys(faults).length > 0 ? 'Error: ' : ''}Crear tu contraseña`,
    <div class="narrow">
      <FaultList faults={faults} />
      <h1>Crear tu contraseña</h1>
      <p>
        Hola, {name}. Ingresarás con <strong>{email}</strong> y esta contraseña.
      </p>
      <Form request={request}>
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
