/** The reasons why a person cannot take a step of a restoration. */
import type { Db } from '../db.js';
import { openedRestoration, type Restoration } from './restoration.js';

export type RestorationProblemReason =
  /** none is open */
  | 'none'
  /** a step is under way */
  | 'busy'
  /** what the files have was not read back yet */
  | 'not_rebuilt'
  /** the authority was not asked, and no counter is to jump */
  | 'not_asked'
  /** its end is proposed already */
  | 'proposed'
  /** its end is not proposed */
  | 'not_proposed'
  /** the same person twice */
  | 'own';

export class RestorationProblem extends Error {
  override name = 'RestorationProblem';
  constructor(readonly reason: RestorationProblemReason) {
    super(reason);
  }
}

/** Throws RestorationProblem when none is open. */
export async function neededRestoration(db: Db): Promise<Restoration> {
  const open = await openedRestoration(db);
  if (!open) throw new RestorationProblem('none');
  return open;
}
