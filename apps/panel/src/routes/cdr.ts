/**
 * An operator brings the CDR of a document that has none: believed as the one from the terminal is.
 */
import { listPendingCdrs } from '@rafaga/db';
import { attachCdr, CdrFileProblem } from '@rafaga/operations/cdr';
import { objectKey } from '@rafaga/storage';
import { type Answer, done, Refused, type Signed } from '../edge/visit.js';
import { lacksCdr } from '../html/cdr.js';
import type { Card } from '../html/referenceParts.js';
import { cardOf, show } from './reference.js';

export async function bringCdr(visit: Signed): Promise<Answer> {
  const card = await cardOf(visit);
  const { id } = card.document;
  if (!lacksCdr(card.document, await listPendingCdrs(visit.deps.db, id)))
    throw new Refused(409, 'No le falta su constancia: la tiene, está por llegar o no la habrá.');
  const fault = await faultOf(visit, card);
  return fault ? show(visit, card, { faults: { constancia: fault } }) : broughtTo(id);
}

const broughtTo = (id: number): Answer => done(`/referencias/${id}`, 'constancia');

async function faultOf(visit: Signed, { document }: Card): Promise<string | undefined> {
  const { db, files } = visit.deps;
  const zip = await visit.form.file('constancia');
  if (!zip) return 'Elige el archivo de la constancia, R-….zip.';
  const put = (name: string, content: Buffer) => files.put(objectKey(document, name), content);
  try {
    await attachCdr(db, { by: visit.by(visit.form.text('nota')), document, zip, put });
    return undefined;
  } catch (error) {
    if (error instanceof CdrFileProblem) return error.message;
    throw error;
  }
}
