/** The reasons why a person cannot take a step of a restoration. */
import type { Db } from '../db.js';
import { openedRestoration, type Restoration } from './restoration.js';

export type RestorationProblemReason =
  /** none is open */
  | 'none'
  /** a worker is carrying out a step */
  | 'busy'
  /** the documents in the journal and the files were not rebuilt yet */
  | 'not_rebuilt'
  /** the authority was not queried, and the proposal advances no counter */
  | 'not_asked'
  /** its end is proposed already */
  | 'proposed'
  /** its end is not proposed */
  | 'not_proposed'
  /** its end was proposed anew, withdrawn or approved meanwhile */
  | 'other_proposal'
  /** another person or a worker did something meanwhile */
  | 'changed'
  /** the person that approves also proposed it */
  | 'own';

export class RestorationProblem extends Error {
  override name = 'RestorationProblem';
  constructor(readonly reason: RestorationProblemReason) {
    super(reason);
  }
}

/** The open restoration. @throws RestorationProblem when none is open */
export async function neededRestoration(db: Db): Promise<Restoration> {
  const open = await openedRestoration(db);
  if (!open) throw new RestorationProblem('none');
  return open;
}
