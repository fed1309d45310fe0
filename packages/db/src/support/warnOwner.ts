/** Tells a program that it connects with more rights than its role has. */
import { type Db, poolOf } from '../db.js';

const WARNING =
  'se conecta a PostgreSQL como dueño de las tablas o superusuario: los límites de su rol no ' +
  'valen; usa su rol en DATABASE_URL (docker/README.md)';

/** @param warn called once, unless the role of the connection is a program's */
export async function warnOwner(db: Db, warn: (text: string) => void): Promise<void> {
  const { rows } = await poolOf(db).query<{ owner: boolean }>(
    `SELECT r.rolsuper OR r.rolbypassrls OR pg_has_role(c.relowner, 'USAGE') AS owner
     FROM pg_roles r, pg_class c
     WHERE r.rolname = current_user AND c.oid = 'documents'::regclass`,
  );
  if (rows[0]?.owner) warn(WARNING);
}
