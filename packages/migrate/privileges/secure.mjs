/** Gives the programs their roles in a migrated database. */
import { withClient } from '../database.mjs';
import { applyPrivileges } from './privileges.mjs';
import { ensureRoles, PASSWORD_VARIABLES } from './roles.mjs';

/**
 * A server whose owner may create no role keeps working: the programs connect as the owner there.
 * @param url of the owner
 * @param env with the passwords of the roles; without roles they are removed
 * @param {{ beside?: boolean, say?: (text: string) => void }} [options] beside: programs of an
 * earlier version may run, and keep the privileges that only they need; say: shows a sentence
 */
export const secureDatabase = (
  url,
  env = process.env,
  { beside = false, say = console.error } = {},
) =>
  withClient(url, async (client) => {
    if (await ensureRoles(client, env)) {
      const kept = await applyPrivileges(client, { expand: beside && (await programsRun(client)) });
      if (kept.length > 0) say(keptText(kept.length));
      return;
    }
    for (const name of PASSWORD_VARIABLES) delete env[name];
    say(
      'El dueño de la base de datos no puede crear roles: los programas se conectan como él. ' +
        'Dale CREATEROLE o crea los roles de prisma/privileges.mjs, y migra otra vez.',
    );
  });

/** Every program has a heartbeat a few seconds apart, which it removes at its end. */
const programsRun = async (client) =>
  (await client.query("SELECT FROM processes WHERE seen_at > now() - interval '1 minute'"))
    .rowCount > 0;

const keptText = (count) =>
  `Quedan ${count} permisos que esta versión no necesita, porque hay programas en marcha que ` +
  'pueden ser de la anterior. Cuando esos terminen, ejecuta migrate con --contraer.';
