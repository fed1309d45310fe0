/**
 * Lets the functions that prisma/privileges.mjs marks as definers run with the rights of one role,
 * which is neither superuser nor owner of a table.
 */
import { FUNCTIONS, roleOf } from '../../../prisma/privileges.mjs';

const OWNER = roleOf('issuer');
/** A definer's names mean the same for every caller: no other schema comes first. */
const PATH = 'search_path=public, pg_temp';

/** @returns {Promise<string[]>} the statements that are missing */
export async function definerStatements(client) {
  const { rows } = await client.query(FOUND);
  const wrong = rows.filter(({ name, owner, definer, settings }) => {
    const wanted = definerOf(name);
    const owned = (owner === OWNER) === (wanted !== 'owner');
    const is = definer && owned && settings.includes(PATH);
    return wanted ? !is : definer;
  });
  if (wrong.length === 0) return [];
  return [
    // the owner of a function needs this while it becomes its owner
    `GRANT CREATE ON SCHEMA public TO ${OWNER}`,
    ...wrong.flatMap(({ name, signature }) =>
      definerOf(name)
        ? [
            `ALTER FUNCTION ${signature} SECURITY DEFINER SET search_path = public, pg_temp`,
            `ALTER FUNCTION ${signature} OWNER TO ` +
              (definerOf(name) === 'owner' ? 'CURRENT_USER' : OWNER),
          ]
        : [`ALTER FUNCTION ${signature} SECURITY INVOKER`],
    ),
    `REVOKE CREATE ON SCHEMA public FROM ${OWNER}`,
  ];
}

/** @returns {boolean | 'owner' | undefined} */
const definerOf = (name) => FUNCTIONS[name]?.definer;

const FOUND = `
  SELECT p.proname AS name, p.oid::regprocedure::text AS signature, r.rolname AS owner,
    p.prosecdef AS definer, coalesce(p.proconfig, '{}') AS settings
  FROM pg_proc p JOIN pg_roles r ON r.oid = p.proowner
  WHERE p.pronamespace = 'public'::regnamespace AND NOT EXISTS (SELECT FROM pg_depend d
    WHERE d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e')`;
