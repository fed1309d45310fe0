/** Who may come in, and as what: invited, changed and shut out by admins. */
import {
  addPerson,
  changePerson,
  closeSessionsOf,
  findBusiness,
  findPerson,
  invite,
  listBusinesses,
  listPeople,
  type Person,
  ROLES,
  type Role,
} from '@rafaga/db';
import { newInvitation } from '@rafaga/operations';
import { type Answer, done, notFound, page, Refused, type Signed } from '../edge/visit.js';
import {
  Act,
  Button,
  FaultList,
  type Faults,
  Field,
  Form,
  Note,
  Select,
  Table,
  Tag,
} from '../html/bits.js';
import { moment } from '../html/formats.js';
import { ROLE_NAMES } from '../people/roles.js';

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,189}$/;

export const people = (visit: Signed): Promise<Answer> => show(visit, {});

async function show(visit: Signed, faults: Faults): Promise<Answer> {
  const { deps, form } = visit;
  const [all, businesses] = await Promise.all([listPeople(deps.db), listBusinesses(deps.db)]);
  const nameOf = new Map(businesses.map(({ id, legalName }) => [id, legalName]));
  return page(
    `${Object.keys(faults).length > 0 ? 'Error: ' : ''}Usuarios`,
    <>
      <FaultList faults={faults} />
      <h1>Usuarios</h1>
      <Table
        caption="Quiénes pueden ingresar"
        head={['Persona', 'Rol', 'Estado', 'Código de verificación', 'Sesiones', '']}
        rows={all.map((person) => [
          <span class="wide">
            {person.name}
            <br />
            <span class="hint">{person.email}</span>
          </span>,
          <>
            {ROLE_NAMES[person.role]}
            {person.businessId !== null && (
              <span class="hint"> {nameOf.get(person.businessId)}</span>
            )}
          </>,
          <State person={person} />,
          person.secondFactor ? 'activado' : 'sin activar',
          person.sessions,
          <a href={`/usuarios/${person.id}`}>
            Cambiar<span class="unseen"> a {person.name}</span>
          </a>,
        ])}
      />
      <h2>Invitar a alguien</h2>
      <Form visit={visit} action="/usuarios" class="narrow">
        <Field
          name="correo"
          label="Correo"
          type="email"
          inputMode="email"
          value={form.text('correo')}
          faults={faults}
        />
        <Field name="nombre" label="Nombre" value={form.text('nombre')} faults={faults} />
        <Select
          name="rol"
          label="Rol"
          value={form.text('rol') || 'operator'}
          options={ROLES.map((role) => [role, ROLE_NAMES[role]])}
          faults={faults}
        />
        <Field
          name="ruc"
          label="RUC del negocio"
          hint="Solo para el rol Negocio."
          inputMode="numeric"
          width={20}
          value={form.text('ruc')}
          faults={faults}
        />
        <Button>Crear enlace de invitación</Button>
      </Form>
    </>,
    { status: Object.keys(faults).length > 0 ? 422 : 200 },
  );
}

function State({ person }: { person: Person & { accepted: boolean } }) {
  if (person.disabledAt) return <Tag mood="bad">desactivado</Tag>;
  return person.accepted ? <Tag mood="good">activo</Tag> : <Tag mood="warn">invitado</Tag>;
}

export async function inviteNew(visit: Signed): Promise<Answer> {
  const { deps, form } = visit;
  const [email, name, role, ruc] = [
    form.text('correo').toLowerCase(),
    form.text('nombre'),
    form.text('rol') as Role,
    form.text('ruc'),
  ];
  const faults: Record<string, string> = {};
  if (!EMAIL.test(email)) faults.correo = 'Escribe un correo, como ana@ejemplo.pe.';
  if (name.length < 2 || name.length > 100 || /\p{C}/u.test(name))
    faults.nombre = 'Escribe su nombre, de 2 a 100 caracteres.';
  if (!ROLES.includes(role)) faults.rol = 'Elige un rol.';
  const business =
    role === 'business' && /^\d{11}$/.test(ruc) ? await findBusiness(deps.db, ruc) : null;
  if (role === 'business' && !business) faults.ruc = 'No hay un negocio con ese RUC.';
  if (Object.keys(faults).length > 0) return show(visit, faults);
  try {
    const person = await addPerson(deps.db, visit.by(), {
      email,
      name,
      role,
      businessId: business?.id,
    });
    return await showLink(visit, person);
  } catch (error) {
    if ((error as { code?: string }).code === 'P2002')
      return show(visit, { correo: 'Ya hay alguien con ese correo.' });
    throw error;
  }
}

/** The link is on this page and nowhere else: only its hash is kept. */
async function showLink(visit: Signed, person: Person): Promise<Answer> {
  const { path, hash, until } = newInvitation(visit.now);
  await invite(visit.deps.db, visit.by(), person.id, hash, until);
  return page(
    'Enlace de invitación',
    <div class="narrow">
      <h1>Enlace de invitación</h1>
      <Note mood="warn" title="Cópialo ahora: no se volverá a mostrar">
        <p>
          Envíalo a <strong>{person.email}</strong> por un medio en que nadie más lo lea. Sirve una
          vez y hasta el {moment(until)}.
        </p>
      </Note>
      <code class="secret" id="enlace">
        {visit.deps.url.origin}
        {path}
      </code>
      <p class="row">
        <button type="button" class="button quiet" data-copy="enlace" hidden>
          Copiar
        </button>
        <a href="/usuarios">Volver a Usuarios</a>
      </p>
    </div>,
  );
}

async function named(visit: Signed): Promise<Person> {
  const id = visit.param('id');
  const person = /^\d{1,9}$/.test(id) ? await findPerson(visit.deps.db, Number(id)) : undefined;
  if (!person) throw notFound();
  return person;
}

export async function personPage(visit: Signed): Promise<Answer> {
  const person = await named(visit);
  const at = `/usuarios/${person.id}`;
  const own = person.id === visit.person.id;
  return page(
    person.name,
    <div class="narrow">
      <p class="crumbs">
        <a href="/usuarios">Usuarios</a>
      </p>
      <h1>{person.name}</h1>
      <p>{person.email}</p>
      {own ? (
        <p class="empty">Es tu propia cuenta: tu rol lo cambia otro administrador.</p>
      ) : (
        <>
          {person.role !== 'business' && (
            <Form visit={visit} action={`${at}/rol`}>
              <Select
                name="rol"
                label="Rol"
                hint="Al cambiarlo se cierran sus sesiones."
                value={person.role}
                options={ROLES.filter((role) => role !== 'business').map((role) => [
                  role,
                  ROLE_NAMES[role],
                ])}
              />
              <Button>Cambiar el rol</Button>
            </Form>
          )}
          <h2>Acceso</h2>
          <p>
            Una invitación nueva borra su contraseña y su código de verificación, y cierra sus
            sesiones.
          </p>
          <p class="row">
            <Act
              visit={visit}
              action={`${at}/invitar`}
              label="Crear una invitación nueva"
              tone="quiet"
            />
            <Act visit={visit} action={`${at}/sesiones`} label="Cerrar sus sesiones" tone="quiet" />
            {person.disabledAt ? (
              <Act visit={visit} action={`${at}/activar`} label="Dejarle ingresar otra vez" />
            ) : (
              <Act
                visit={visit}
                action={`${at}/desactivar`}
                label="No dejarle ingresar"
                tone="danger"
              />
            )}
          </p>
        </>
      )}
    </div>,
  );
}

/**
 * Nobody takes away or gives himself anything: an admin's slip must not leave the house without
 * one.
 */
async function another(visit: Signed): Promise<Person> {
  const person = await named(visit);
  if (person.id === visit.person.id)
    throw new Refused(409, 'Tu propia cuenta la cambia otro administrador.');
  return person;
}

export async function changeRole(visit: Signed): Promise<Answer> {
  const person = await another(visit);
  const role = visit.form.text('rol') as Role;
  if (!ROLES.includes(role) || role === 'business' || person.role === 'business')
    throw new Refused(400, 'Ese rol no se puede dar aquí.');
  await changePerson(visit.deps.db, visit.by(), person.id, { role });
  return done(`/usuarios/${person.id}`, 'guardado');
}

const setDisabled =
  (disabled: boolean) =>
  async (visit: Signed): Promise<Answer> => {
    const person = await another(visit);
    await changePerson(visit.deps.db, visit.by(), person.id, { disabled });
    return done(`/usuarios/${person.id}`, disabled ? 'desactivado' : 'reactivado');
  };
export const disable = setDisabled(true);
export const enable = setDisabled(false);

export const inviteAgain = async (visit: Signed): Promise<Answer> =>
  showLink(visit, await another(visit));

export async function endSessions(visit: Signed): Promise<Answer> {
  const person = await named(visit);
  await closeSessionsOf(
    visit.deps.db,
    person.id,
    person.id === visit.person.id ? visit.session : undefined,
  );
  return done(`/usuarios/${person.id}`, 'sesiones_cerradas');
}
