/** Warns about a connection that works but has a problem. */
import { type Db, poolOf } from '../db.js';

const WARNINGS = {
  owner:
    'se conecta a PostgreSQL como dueño de las tablas o superusuario: los límites de su rol no ' +
    'valen; usa su rol en DATABASE_URL (docker/README.md)',
  unlimited:
    'el PgBouncer que hay delante no pasa los límites de tiempo y los planes de este programa, y ' +
    'su rol no los tiene: ejecuta migrate, que los da a los roles (docker/README.md)',
};

/** @param warn called once for each warning */
export async function warnConnection(db: Db, warn: (text: string) => void): Promise<void> {
  const { rows } = await poolOf(db).query<Record<keyof typeof WARNINGS, boolean>>(
    `SELECT r.rolsuper OR r.rolbypassrls OR pg_has_role(c.relowner, 'USAGE') AS owner,
        current_setting('statement_timeout') = '0' AS unlimited
      FROM pg_roles r, pg_class c
      WHERE r.rolname = current_user AND c.oid = 'documents'::regclass`,
  );
  if (rows[0]?.owner) warn(WARNINGS.owner);
  if (rows[0]?.unlimited) warn(WARNINGS.unlimited);
}
