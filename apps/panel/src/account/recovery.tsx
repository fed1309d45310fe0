/** The user's own recovery codes: made with the second factor proved, shown once. */
import { countRecoveryCodes, setRecoveryCodes } from '@rafaga/db';
import type { VNode } from 'preact';
import { putHeldValue, takeHeldValue } from '../edge/heldValue.js';
import { PageRefusal } from '../edge/pageRefusal.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirect } from '../edge/pageResponse.js';
import { Button, FaultList, type Faults, Form, Note } from '../html/components.js';
import { formPage } from '../html/formPage.js';
import { CodeField } from '../signIn/codeField.js';
import { newRecoveryCodes, recoveryHash } from '../signIn/recoveryCodes.js';
import { faultOfProof } from '../signIn/secondFactorProof.js';
import { isEnrolled } from './isEnrolled.js';

/** New codes, in the place of those before them. */
export async function giveRecoveryCodes(request: AuthenticatedRequest): Promise<PageResponse> {
  const { deps, user, session } = request;
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => recoveryHash(code, deps.pepper));
  if (!(await setRecoveryCodes(deps.db, request.by(), { userId: user.id, session }, hashes)))
    return redirect('/ingresar');
  const token = await putHeldValue(request, { codes });
  return redirect(`/cuenta/recuperacion?visto=${token}`);
}

export async function recoveryPage(request: AuthenticatedRequest): Promise<PageResponse> {
  const shown = await takeHeldValue<{ codes: string[] }>(request, request.query('visto'));
  return shown ? showCodes(shown.codes) : askProof(request, {});
}

const showCodes = (codes: readonly string[]): PageResponse =>
  formPage(
    'Tus códigos de recuperación',
    {},
    <div class="narrow">
      <h1>Tus códigos de recuperación</h1>
      <Note severity="warn" title="Guárdalos ahora: no se volverán a mostrar">
        <p>
          Si pierdes el teléfono, cada uno sirve una vez para ingresar en lugar del código. Si
          tenías otros antes, ya no sirven.
        </p>
      </Note>
      <pre class="secret" id="codigos">
        {codes.join('\n')}
      </pre>
      <p class="row">
        <button type="button" class="button quiet" data-copy="codigos" hidden>
          Copiar
        </button>
        <Download text={`${codes.join('\n')}\n`} />
        <a class="button main" href="/cuenta">
          Ya los guardé
        </a>
      </p>
    </div>,
  );

const Download = ({ text }: { text: string }): VNode => (
  <a
    class="button quiet"
    download="rafaga-recuperacion.txt"
    href={`data:text/plain;charset=utf-8;base64,${Buffer.from(text).toString('base64')}`}
  >
    Descargar
  </a>
);

async function askProof(request: AuthenticatedRequest, faults: Faults): Promise<PageResponse> {
  const left = await countRecoveryCodes(request.deps.db, request.user.id);
  return formPage(
    'Códigos de recuperación',
    faults,
    <div class="narrow">
      <FaultList faults={faults} />
      <h1>Códigos de recuperación</h1>
      {left > 0 && (
        <Note severity="calm" title={`Te quedan ${left} sin usar; ya se mostraron`}>
          <p>Si no los guardaste, crea otros: los de antes dejan de servir.</p>
        </Note>
      )}
      <p>Son diez, y cada uno reemplaza una vez al código de tu teléfono.</p>
      <Form request={request} action="/cuenta/recuperacion">
        <CodeField faults={faults} />
        <div class="row">
          <Button>Crear códigos de recuperación</Button>
          <a href="/cuenta">Volver</a>
        </div>
      </Form>
    </div>,
  );
}

export async function createRecoveryCodes(request: AuthenticatedRequest): Promise<PageResponse> {
  if (!(await isEnrolled(request)))
    throw new PageRefusal(409, 'Activa antes el código de verificación.');
  const fault = await faultOfProof(request);
  return fault ? askProof(request, fault.faults) : giveRecoveryCodes(request);
}
