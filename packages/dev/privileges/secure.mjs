/** Gives the programs their roles in a migrated database. */
import { withClient } from '../servers/database.mjs';
import { say } from '../terminal/progress.mjs';
import { applyPrivileges } from './privileges.mjs';
import { ensureRoles, PASSWORD_VARIABLES } from './roles.mjs';

/**
 * A server whose owner may create no role keeps working: the programs connect as the owner there.
 * @param url of the owner
 * @param env with the passwords of the roles; without roles they are removed
 */
export const secureDatabase = (url, env = process.env) =>
  withClient(url, async (client) => {
    if (await ensureRoles(client, env)) return applyPrivileges(client);
    for (const name of PASSWORD_VARIABLES) delete env[name];
    say(
      'El dueño de la base de datos no puede crear roles: los programas se conectan como él. ' +
        'Dale CREATEROLE o crea los roles de prisma/privileges.mjs, y migra otra vez.',
    );
  });
