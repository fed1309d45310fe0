/** usuario: invites and lists the users of the panel. */
import type { Business, NewUser, Role, User } from '@rafaga/db';
import { hasUnprinted, isEmail, newInvitation, ROLE } from '@rafaga/operations';
import type { Command } from 'commander';
import { businessOf, type CommandContext, withContext } from '../context/commandContext.js';
import { dateTime } from '../terminal/dates.js';
import { Failure, Mistakes } from '../terminal/failure.js';
import type { CommandResult, CommonFlags } from '../terminal/print.js';
import { table } from '../terminal/table.js';
import { addCommand, addGroup } from './addCommand.js';

interface Flags extends CommonFlags {
  correo?: string;
  nombre?: string;
  rol?: string;
  ruc?: string;
}

const ROLES = {
  admin: 'admin',
  operador: 'operator',
  soporte: 'support',
  negocio: 'business',
} as const satisfies Record<string, Role>;
const ROLE_WORDS = Object.keys(ROLES) as (keyof typeof ROLES)[];

export function usuario(program: Command): void {
  const parent = addGroup(program, 'usuario', 'Las personas que usan el panel');
  addCommand<Flags>(parent, {
    name: 'invitar',
    about: 'Da un enlace de un solo uso para crear la contraseña, o crear otra si se perdió',
    options: {
      '--correo <correo>': 'con el que ingresará',
      '--rol <rol>': `${ROLE_WORDS.join(', ')}; a quien ya existe no se le cambia`,
      '--nombre <texto>': 'cómo se llama (lo usual: su correo)',
      '--ruc <ruc>': 'de qué negocio es, con --rol negocio',
    },
    examples: [
      'usuario invitar --correo ana@ejemplo.pe --rol admin',
      'usuario invitar --correo luis@bodega.pe --rol negocio --ruc 20123456786',
    ],
    run: invitePerson,
  });
  addCommand<CommonFlags>(parent, {
    name: 'listar',
    about: 'Quiénes pueden ingresar al panel, y con qué rol',
    examples: ['usuario listar'],
    run: list,
  });
}

function invitePerson(flags: Flags): Promise<CommandResult> {
  const mistakes = new Mistakes();
  const email = mistakes.required('--correo', flags.correo?.trim().toLowerCase());
  if (flags.correo !== undefined && !isEmail(email)) mistakes.add('--correo', 'no es un correo.');
  const word = mistakes.oneOf('--rol', flags.rol, ROLE_WORDS);
  const role = word && ROLES[word];
  if (role === 'business') mistakes.required('--ruc', flags.ruc, 'falta: ¿de qué negocio es?');
  else if (flags.ruc !== undefined) mistakes.add('--ruc', 'solo va con --rol negocio.');
  const name = flags.nombre?.trim() || email;
  if (name.length > 100 || hasUnprinted(name)) mistakes.add('--nombre', 'hasta 100 caracteres.');
  mistakes.check();
  return withContext(async (context) => {
    const panel = await panelUrl(context.env);
    const { findLogin, invite, UserDisabled } = await import('@rafaga/db');
    const known = await findLogin(context.db, email);
    if (!known && !role)
      throw new Failure(`No hay nadie con el correo ${email}: para crearlo, di su rol con --rol.`);
    const business = flags.ruc === undefined ? undefined : await businessOf(context.db, flags.ruc);
    const { id } = known ?? (await add(context, { email, name, role: role as Role }, business));
    const { path, hash, until } = newInvitation(new Date());
    await invite(context.db, context.by(), id, hash, until).catch((error) => {
      throw error instanceof UserDisabled ? new Failure(disabledText(email)) : error;
    });
    const link = `${panel}${path}`;
    return {
      json: { correo: email, enlace: link, vence_en: until },
      text: link,
      remarks: [
        `Sirve una vez y hasta el ${dateTime(until)}. Quien lo abra crea la contraseña ` +
          `de ${email}.`,
      ],
    };
  });
}

const disabledText = (email: string): string =>
  `${email} está desactivado: el enlace no le serviría y perdería su contraseña. Primero un ` +
  'administrador debe dejarle ingresar otra vez, en Usuarios del panel.';

async function add(
  context: CommandContext,
  person: NewUser,
  business: Business | undefined,
): Promise<User> {
  const { addUser } = await import('@rafaga/db');
  return addUser(context.db, context.by(), { ...person, businessId: business?.id });
}

/** The address of the panel in a browser. */
async function panelUrl(env: NodeJS.ProcessEnv): Promise<string> {
  const { address, port, readConfig } = await import('@rafaga/runtime/config');
  const { PANEL_URL, PANEL_PORT } = readConfig(env, {
    PANEL_URL: address(['http', 'https'], ''),
    PANEL_PORT: port(3001),
  });
  return (PANEL_URL || `http://127.0.0.1:${PANEL_PORT}`).replace(/\/$/, '');
}

const list = (): Promise<CommandResult> =>
  withContext(async ({ db }) => {
    const { listUsers } = await import('@rafaga/db');
    const all = await listUsers(db);
    const stateOf = (person: (typeof all)[number]) =>
      person.disabledAt ? 'desactivado' : person.accepted ? 'activo' : 'invitado';
    return {
      json: all.map((person) => ({
        correo: person.email,
        nombre: person.name,
        rol: ROLE[person.role],
        estado: stateOf(person),
        segundo_factor: person.secondFactor,
        sesiones: person.sessions,
      })),
      text:
        all.length > 0
          ? table(
              ['Correo', 'Nombre', 'Rol', 'Estado', 'Segundo factor'],
              all.map((person) => [
                person.email,
                person.name,
                ROLE[person.role],
                stateOf(person),
                person.secondFactor ? 'sí' : 'no',
              ]),
            )
          : 'Nadie todavía. Invita al primero con: rafaga usuario invitar --correo CORREO ' +
            '--rol admin',
    };
  });
