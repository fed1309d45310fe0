/** List filters that users saved under names; each user sees only their own. */

import type { SavedView } from '@rafaga/prisma';
import { type Db, prismaOf } from '../db.js';
import { audit, audited, type By } from './audit.js';

export type { SavedView } from '@rafaga/prisma';

export const MAX_SAVED_VIEWS = 30;

/** Lists the views of a user by name. */
export const listSavedViews = (db: Db, userId: number): Promise<SavedView[]> =>
  prismaOf(db).savedView.findMany({ where: { userId }, orderBy: { name: 'asc' } });

/** Saves a view; it replaces one of the same name. */
export function saveView(
  db: Db,
  by: By,
  view: { userId: number; name: string; query: string },
): Promise<SavedView> {
  const { userId, name, query } = view;
  return audited(
    db,
    by,
    (tx) =>
      tx.savedView.upsert({
        where: { userId_name: { userId, name } },
        create: view,
        update: { query },
      }),
    () => ({ action: 'view.save', after: { nombre: name, filtros: query } }),
  );
}

/** @returns false when the user has no such view */
export function deleteView(
  db: Db,
  by: By,
  { id, userId }: { id: number; userId: number },
): Promise<boolean> {
  return prismaOf(db).$transaction(async (tx) => {
    const view = await tx.savedView.findFirst({ where: { id, userId } });
    if (!view) return false;
    await tx.savedView.delete({ where: { id } });
    await audit(tx, by, {
      action: 'view.delete',
      before: { nombre: view.name, filtros: view.query },
    });
    return true;
  });
}
