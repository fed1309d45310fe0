/**
 * The user's own account: password, second factor, other sessions; and the page that asks for the
 * password again before a sensitive action.
 */

import {
  closeSessionsOf,
  countRecoveryCodes,
  findLogin,
  forgetOtherDevices,
  listKnownDevices,
  noteProved,
  setPassword,
} from '@rafaga/db';
import { many } from '@rafaga/operations';
import { hashPassword, samePassword } from '@rafaga/secrets';
import type { VNode } from 'preact';
import { KEPT_FORM } from '../edge/keptForm.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, page, redirect, redirectWithNotice } from '../edge/pageResponse.js';
import {
  ActionButton,
  Button,
  DescriptionList,
  FaultList,
  type Faults,
  Field,
  Form,
} from '../html/components.js';
import { beginAttempt } from '../signIn/attempts.js';
import { faultsOf } from '../signIn/invitation.js';
import { runForUser } from '../signIn/passwordWork.js';
import { returnTarget } from '../signIn/startSession.js';
import { ROLE_NAMES } from '../users/permissions.js';
import { KnownDevices } from './devices.js';
import { isEnrolled } from './isEnrolled.js';

export const account = (request: AuthenticatedRequest): Promise<PageResponse> => show(request, {});

async function show(request: AuthenticatedRequest, faults: Faults): Promise<PageResponse> {
  const { user, deps } = request;
  const [enrolled, codes, devices] = await Promise.all([
    isEnrolled(request),
    countRecoveryCodes(deps.db, user.id),
    listKnownDevices(deps.db, user.id),
  ]);
  return page(
    `${Object.keys(faults).length > 0 ? 'Error: ' : ''}Tu cuenta`,
    <div class="narrow">
      <FaultList faults={faults} />
      <h1>Tu cuenta</h1>
      <DescriptionList
        rows={[
          ['Nombre', user.name],
          ['Correo', user.email],
          ['Rol', ROLE_NAMES[user.role]],
          ['Código de verificación', enrolled ? 'activado' : 'sin activar'],
          ['Códigos de recuperación', enrolled && (codes > 0 ? `quedan ${codes}` : 'sin crear')],
        ]}
      />
      <p class="row">
        <a class="button quiet" href="/cuenta/codigo">
          {enrolled ? 'Registrar otro teléfono' : 'Activar el código de verificación'}
        </a>
        {enrolled && (
          <a class="button quiet" href="/cuenta/recuperacion">
            {codes > 0 ? 'Crear otros códigos de recuperación' : 'Crear códigos de recuperación'}
          </a>
        )}
      </p>
      <h2>Cambiar la contraseña</h2>
      <PasswordForm request={request} faults={faults} />
      <h2>Otras sesiones</h2>
      <p>Si ingresaste en otra máquina y no cerraste la sesión, ciérrala desde aquí.</p>
      <ActionButton
        request={request}
        action="/cuenta/sesiones"
        label="Cerrar mis otras sesiones"
        tone="quiet"
      />
      <h2>Equipos conocidos</h2>
      <KnownDevices request={request} devices={devices} />
    </div>,
    { status: Object.keys(faults).length > 0 ? 422 : 200 },
  );
}

const PASSWORD_FIELDS = [
  ['actual', 'Contraseña actual', 'current-password'],
  ['clave', 'Contraseña nueva', 'new-password'],
  ['repetida', 'Repite la nueva', 'new-password'],
] as const;

interface PasswordFormProps {
  request: AuthenticatedRequest;
  faults: Faults;
}

const PasswordForm = ({ request, faults }: PasswordFormProps): VNode => (
  <Form request={request} action="/cuenta">
    {PASSWORD_FIELDS.map(([name, label, autocomplete]) => (
      <Field
        key={name}
        name={name}
        label={label}
        type="password"
        autocomplete={autocomplete}
        faults={faults}
      />
    ))}
    <Button>Cambiar la contraseña</Button>
  </Form>
);

export async function changePassword(request: AuthenticatedRequest): Promise<PageResponse> {
  const { deps, user, form, session } = request;
  const fault = await passwordFault(request, 'actual');
  if (fault) return show(request, fault);
  const faults =
    form.raw('clave') === form.raw('actual')
      ? SAME_PASSWORD
      : faultsOf(form.raw('clave'), form.raw('repetida'), user.email);
  if (Object.keys(faults).length > 0) return show(request, faults);
  const hash = await runForUser(request, user.id, () => hashPassword(form.raw('clave')));
  if (!(await setPassword(deps.db, request.by(), user.id, hash, session)))
    return redirect('/ingresar');
  await forgetOtherDevices(deps.db, user.id, request.device?.tokenHash);
  return redirectWithNotice('/cuenta', 'clave_cambiada');
}

const SAME_PASSWORD = { clave: 'Es la que ya tienes: escribe otra.' };

export async function endOtherSessions(request: AuthenticatedRequest): Promise<PageResponse> {
  await closeSessionsOf(request.deps.db, request.by(), request.user.id, request.session);
  return redirectWithNotice('/cuenta', 'sesiones_cerradas');
}

/** The fault of the password in this form; undefined when it is right. */
async function passwordFault(
  request: AuthenticatedRequest,
  field: string,
): Promise<Faults | undefined> {
  const { deps, user, form } = request;
  const proof = { proof: 'password', email: user.email, userId: user.id } as const;
  const attempt = await beginAttempt(request, proof);
  if (!attempt.allowed) {
    const wait = many(attempt.wait, 'segundo', 'segundos');
    return { [field]: `Demasiados intentos. Espera ${wait}.` };
  }
  const login = await findLogin(deps.db, user.email);
  const same = () => samePassword(form.raw(field), login?.passwordHash);
  if (await runForUser(request, user.id, same)) {
    await attempt.succeeded();
    return undefined;
  }
  await attempt.failed();
  return { [field]: 'No es tu contraseña.' };
}

export const provePasswordPage = (request: AuthenticatedRequest): PageResponse =>
  showPasswordProof(request, {});

const showPasswordProof = (request: AuthenticatedRequest, faults: Faults): PageResponse =>
  page(
    `${Object.keys(faults).length > 0 ? 'Error: ' : ''}Confirmar que eres tú`,
    <div class="narrow">
      <FaultList faults={faults} />
      <h1>Confirmar que eres tú</h1>
      <p>Lo que sigue es delicado y hace rato que ingresaste: escribe tu contraseña otra vez.</p>
      {returnTarget(request).includes(`${KEPT_FORM}=`) && (
        <p>Lo que habías escrito no se pierde: vuelves a tu formulario, con todo puesto.</p>
      )}
      <Form request={request}>
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

export async function provePassword(request: AuthenticatedRequest): Promise<PageResponse> {
  const faults = await passwordFault(request, 'clave');
  if (faults) return showPasswordProof(request, faults);
  await noteProved(request.deps.db, request.session);
  return redirect(returnTarget(request));
}
