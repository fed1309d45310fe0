/**
 * Coming in: e-mail and password, then the code of the second factor, or its enrolment. One answer
 * for whoever is not let in.
 */
import {
  closeSession,
  findLogin,
  openSession,
  type Person,
  type Stage,
  setSecondFactor,
  takeStep,
} from '@rafaga/db';
import { samePassword } from '@rafaga/secrets';
import type { VNode } from 'preact';
import { newCookie, sessionId } from '../edge/cookie.js';
import type { Half } from '../edge/doors.js';
import { type Answer, go, page, type Signed, type Visit } from '../edge/visit.js';
import { Button, FaultList, type Faults, Field, Form } from '../html/bits.js';
import { QrCode } from '../html/qrCode.js';
import { may, needsSecondFactor } from '../people/roles.js';
import { base32, enrolmentUri, newSecret, stepOf } from '../people/totp.js';

export const loginPage = (visit: Visit): Answer => showLogin(visit, {});

function showLogin(visit: Visit, faults: Faults, status = 200): Answer {
  return page(
    `${Object.keys(faults).length > 0 ? 'Error: ' : ''}Ingresar`,
    <div class="narrow">
      <FaultList faults={faults} />
      <h1>Ingresar</h1>
      <Form visit={visit}>
        <Field
          name="correo"
          label="Correo"
          type="email"
          autocomplete="username"
          inputMode="email"
          value={visit.form.text('correo')}
          faults={faults}
        />
        <Field
          name="clave"
          label="Contraseña"
          type="password"
          autocomplete="current-password"
          faults={faults}
        />
        <Button>Ingresar</Button>
      </Form>
      <p class="hint">
        ¿Olvidaste tu contraseña? Pide a un administrador una invitación nueva. Esta cuenta no sirve
        para llamar a la API.
      </p>
    </div>,
    { status },
  );
}

export async function signIn(visit: Visit): Promise<Answer> {
  const { deps, form, address } = visit;
  const email = form.text('correo').toLowerCase().slice(0, 254);
  const password = form.raw('clave');
  const who = `${address} ${email}`;
  const wait = deps.patience.wait(who);
  if (wait > 0)
    return showLogin(
      visit,
      { '': `Demasiados intentos. Vuelve a intentarlo en ${wait} segundos.` },
      429,
    );
  const login = await findLogin(deps.db, email);
  const same = await samePassword(password, login?.passwordHash);
  if (!login || !same || login.disabledAt) {
    deps.patience.failed(who);
    return showLogin(visit, { correo: 'El correo o la contraseña no coinciden.' }, 403);
  }
  deps.patience.succeeded(who);
  const { passwordHash: _hash, totpSecret, ...person } = login;
  return admit(visit, person, stageAfterPassword(visit, person, totpSecret !== null));
}

/**
 * Without a second factor, whoever can act sets one up before anything else; in development it may
 * wait.
 */
export function stageAfterPassword({ deps }: Visit, { role }: Person, enrolled: boolean): Stage {
  if (enrolled) return 'code';
  return deps.secondFactor === 'required' && needsSecondFactor(role) ? 'enrolment' : 'open';
}

/**
 * A new session under a new cookie: one that was known before the login is worth nothing after it.
 */
export async function admit(visit: Visit, person: Person, stage: Stage): Promise<Answer> {
  const cookie = newCookie();
  if (visit.session) await closeSession(visit.deps.db, visit.session);
  await openSession(visit.deps.db, sessionId(cookie), person.id, stage, visit.address);
  const query = stage === 'open' ? '' : visit.url.search;
  return {
    is: 'go',
    to: stage === 'open' ? onward(visit) : `/codigo${query}`,
    cookie: { value: cookie },
  };
}

/** The page that was asked for; never another site's. */
export function onward(visit: Visit): string {
  const wanted = visit.query('volver');
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(wanted) && !/^\/(ingresar|codigo|salir)/.test(wanted)
    ? wanted
    : '/';
}

export function start({ person }: Signed): Answer {
  return go(may(person.role, 'health.see') ? '/inicio' : '/referencias');
}

export const codePage = (visit: Half): Answer => {
  if (visit.stage === 'open') return go('/');
  return visit.stage === 'code' ? askCode(visit, {}) : enrol(visit, {}, newSecret());
};

const askCode = (visit: Half, faults: Faults, status = 200): Answer =>
  page(
    `${Object.keys(faults).length > 0 ? 'Error: ' : ''}Código de verificación`,
    <div class="narrow">
      <FaultList faults={faults} />
      <h1>Código de verificación</h1>
      <Form visit={visit}>
        <CodeField faults={faults} />
        <Button>Continuar</Button>
      </Form>
      <p class="hint">¿Perdiste el teléfono? Pide a un administrador una invitación nueva.</p>
    </div>,
    { status },
  );

const CodeField = ({ faults }: { faults: Faults }): VNode => (
  <Field
    name="codigo"
    label="Código de 6 dígitos"
    hint="Lo muestra tu aplicación de autenticación y cambia cada 30 segundos."
    inputMode="numeric"
    autocomplete="one-time-code"
    width={10}
    faults={faults}
  />
);

/**
 * The secret waits in the form, sealed for this session: nothing is kept until its first code was
 * right.
 */
function enrol(visit: Half, faults: Faults, secret: Buffer, status = 200): Answer {
  const sealed = visit.deps.vault.seal(secret, enrolmentOf(visit)).toString('base64');
  return page(
    `${Object.keys(faults).length > 0 ? 'Error: ' : ''}Proteger tu cuenta`,
    <div class="narrow">
      <FaultList faults={faults} />
      <h1>Proteger tu cuenta</h1>
      <p>
        Tu rol puede cambiar cosas, así que al ingresar se te pedirá también un código de tu
        teléfono.
      </p>
      <ol>
        <li>Instala una aplicación de autenticación, si no tienes una.</li>
        <li>Lee con ella este código QR, o escribe la clave de abajo.</li>
        <li>Escribe aquí el código de 6 dígitos que te muestre.</li>
      </ol>
      <QrCode
        text={enrolmentUri(secret, visit.person.email)}
        label="Código QR para la aplicación de autenticación"
      />
      <p>
        Clave: <code class="secret">{base32(secret).replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <Form visit={visit}>
        <input type="hidden" name="sobre" value={sealed} />
        <CodeField faults={faults} />
        <Button>Continuar</Button>
      </Form>
    </div>,
    { status },
  );
}

const enrolmentOf = ({ session }: Half) => `enrolment:${session.toString('base64url')}`;

export async function signInWithCode(visit: Half): Promise<Answer> {
  const { deps, person, stage, form, now } = visit;
  if (stage === 'open') return go('/');
  const secret = stage === 'code' ? await knownSecret(visit) : openedSecret(visit);
  if (!secret) return go('/codigo');
  const again = (text: string, status: number) =>
    stage === 'code'
      ? askCode(visit, { codigo: text }, status)
      : enrol(visit, { codigo: text }, secret, status);
  const who = `code ${person.id}`;
  const wait = deps.patience.wait(who);
  if (wait > 0)
    return again(
      `Demasiados intentos. Espera ${wait} segundos y usa el código que se muestre entonces.`,
      429,
    );
  const step = stepOf(secret, form.text('codigo'), now);
  if (step === undefined || (stage === 'code' && !(await takeStep(deps.db, person.id, step)))) {
    deps.patience.failed(who);
    return again(
      'El código no es el que se muestra ahora. Mira la hora de tu teléfono y prueba con ' +
        'el siguiente.',
      403,
    );
  }
  deps.patience.succeeded(who);
  if (stage === 'enrolment') {
    await setSecondFactor(
      deps.db,
      visit.by(),
      person.id,
      deps.vault.seal(secret, `totp:${person.id}`),
    );
    await takeStep(deps.db, person.id, step);
  }
  return admit(visit, person, 'open');
}

async function knownSecret({ deps, person }: Half): Promise<Buffer | undefined> {
  const login = await findLogin(deps.db, person.email);
  return login?.totpSecret ? deps.vault.open(login.totpSecret, `totp:${person.id}`) : undefined;
}

function openedSecret(visit: Half): Buffer | undefined {
  try {
    return visit.deps.vault.open(
      Buffer.from(visit.form.raw('sobre'), 'base64'),
      enrolmentOf(visit),
    );
  } catch {
    return undefined;
  }
}

export async function signOut(visit: Half): Promise<Answer> {
  await closeSession(visit.deps.db, visit.session);
  return { is: 'go', to: '/ingresar', cookie: 'gone' };
}
