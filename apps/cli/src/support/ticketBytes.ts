/** Writes a document as bytes of ESC/POS, to a file, a printer's device or the standard output. */
import { writeFile } from 'node:fs/promises';
import type { Db, StoredDocument } from '@rafaga/db';
import type { PrinterProfileName } from '@rafaga/pdf';
import { readDocument } from '../cards/documentCard.js';
import { withContext } from '../context/commandContext.js';
import { Failure, Mistakes } from '../terminal/failure.js';
import type { CommandResult, CommonFlags } from '../terminal/print.js';
import { cannot } from '../terminal/systemProblem.js';

export type TicketFlags = CommonFlags & { perfil?: string; salida?: string };

export async function printTicket(flags: TicketFlags, id: number): Promise<CommandResult> {
  const profile = await readProfile(flags.perfil);
  if (flags.salida === undefined && !flags.json && process.stdout.isTTY)
    throw new Failure(
      'Son bytes para una impresora, no para leer: di --salida /dev/usb/lp0 (o un archivo), o ' +
        'pásalos a otro programa con «|».',
    );
  return withContext(async (context) => {
    const { document } = await readDocument(context, id);
    const bytes = await bytesOf(context.db, document, profile);
    const json = { id, perfil: profile, bytes: bytes.length };
    if (flags.salida === undefined)
      return { json: { ...json, base64: bytes.toString('base64') }, text: '', bytes };
    await send(flags.salida, bytes);
    return { json: { ...json, salida: flags.salida }, text: flags.salida };
  });
}

async function readProfile(given = 'epson-80'): Promise<PrinterProfileName> {
  const { PRINTER_PROFILE_NAMES } = await import('@rafaga/pdf');
  const mistakes = new Mistakes();
  const profile = mistakes.oneOf('--perfil', given, PRINTER_PROFILE_NAMES);
  mistakes.check();
  return profile;
}

async function bytesOf(
  db: Db,
  document: StoredDocument,
  profile: PrinterProfileName,
): Promise<Buffer> {
  const { signature, state = null, evidence = null } = document.outcome ?? {};
  if (!signature) throw unsigned(document);
  const [{ currentDesign }, { designOf, escPos, printedDocument }] = await Promise.all([
    import('@rafaga/db'),
    import('@rafaga/pdf'),
  ]);
  const design = designOf(await currentDesign(db, document.businessId));
  return escPos(printedDocument({ ...document, state, evidence, signature }, design), profile);
}

/** A document that is discarded may never be signed. */
export const unsigned = ({ id, outcome }: StoredDocument): Failure =>
  new Failure(
    `${outcome?.state ? 'Se descartó sin firmarse' : 'Aún no se ha firmado'}. ` +
      `Mira su camino con: rafaga documento ver ${id}`,
  );

const send = (path: string, bytes: Buffer): Promise<void> =>
  writeFile(path, bytes).catch(cannot('escribir', path));
