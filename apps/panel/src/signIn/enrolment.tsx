/**
 * The enrolment of a second factor. Until its first right code, the secret is only in the form,
 * encrypted for this session.
 */
import { ofPanel, type SecretPlace } from '@rafaga/secrets';
import type { VNode } from 'preact';
import type { PendingRequest } from '../edge/pageRequest.js';
import type { PageResponse } from '../edge/pageResponse.js';
import { Button, FaultList, type Faults, Form } from '../html/components.js';
import { formPage } from '../html/formPage.js';
import { CodeField } from './codeField.js';
import { QrCode } from './qrCode.js';
import { base32, enrolmentUri } from './totp.js';

export function showEnrolment(
  request: PendingRequest,
  faults: Faults,
  secret: Buffer,
  faultStatus?: number,
): PageResponse {
  const sealed = request.deps.vault.seal(secret, placeOf(request)).toString('base64');
  return formPage(
    'Proteger tu cuenta',
    faults,
    <div class="narrow">
      <FaultList faults={faults} />
      <h1>Proteger tu cuenta</h1>
      <p>
        Tu rol puede cambiar cosas, así que al ingresar se te pedirá también un código de tu
        teléfono.
      </p>
      <EnrolmentSteps secret={secret} email={request.user.email} />
      <Form request={request}>
        <input type="hidden" name="sobre" value={sealed} />
        <CodeField faults={faults} />
        <Button>Continuar</Button>
      </Form>
      <p class="hint">
        Después, crea en Tu cuenta tus códigos de recuperación, por si pierdes el teléfono.
      </p>
    </div>,
    faultStatus,
  );
}

/** How to set up the authenticator app: the QR code, and the secret as text. */
export const EnrolmentSteps = ({ secret, email }: { secret: Buffer; email: string }): VNode => (
  <>
    <ol>
      <li>Instala una aplicación de autenticación, si no tienes una.</li>
      <li>Lee con ella este código QR, o escribe la clave de abajo.</li>
      <li>Escribe aquí el código de 6 dígitos que te muestre.</li>
    </ol>
    <QrCode
      text={enrolmentUri(secret, email)}
      label="Código QR para la aplicación de autenticación"
    />
    <p>
      Clave: <code class="secret">{base32(secret).replace(/(.{4})(?=.)/g, '$1 ')}</code>
    </p>
  </>
);

/** The secret that the form returned; undefined when it was made for another session. */
export function sentSecret(request: PendingRequest): Buffer | undefined {
  const sealed = Buffer.from(request.form.raw('sobre'), 'base64');
  try {
    return request.deps.vault.open(sealed, placeOf(request));
  } catch {
    return undefined;
  }
}

const placeOf = ({ session }: PendingRequest): SecretPlace =>
  ofPanel(`enrolment:${session.toString('base64url')}`);
