/** Adds, lists and retires the certificates with which authorities sign their CDRs. */
import type { CdrSignerSummary } from '@rafaga/db';
import { signerSpan } from '@rafaga/operations';
import { withContext } from '../context/commandContext.js';
import { dateTime } from '../terminal/dates.js';
import { Failure, Mistakes } from '../terminal/failure.js';
import type { CommandResult } from '../terminal/print.js';
import { table } from '../terminal/table.js';
import { authorityIn, dayIn, readSignerFile, type SignerFlags } from './input.js';

export async function add(flags: SignerFlags, path: string): Promise<CommandResult> {
  const { authorityText, readCdrSigner } = await import('@rafaga/operations/cdr');
  const mistakes = new Mistakes();
  const authority = await authorityIn(flags, mistakes);
  const source = mistakes.required(
    '--fuente',
    flags.fuente?.trim() || undefined,
    'falta: di de dónde consta que este certificado es suyo.',
  );
  const inForceFrom = dayIn('--desde', flags.desde, '00:00:00', mistakes);
  const inForceUntil = dayIn('--hasta', flags.hasta, '23:59:59', mistakes);
  if (inForceFrom && inForceUntil && inForceUntil < inForceFrom)
    mistakes.add('--hasta', 'es un día anterior a --desde.');
  mistakes.check();
  const signer = await readSignerFile(path, readCdrSigner);
  return withContext(async ({ db, by }) => {
    const { putCdrSigner } = await import('@rafaga/db');
    const row = await putCdrSigner(db, by(), {
      ...signer,
      authority,
      source,
      inForceFrom,
      inForceUntil,
    });
    return {
      json: signerJson(row, authorityText(authority)),
      text: `Registrado (${row.id}): ${row.subject}\nHuella SHA-256: ${row.fingerprint}`,
      remarks: [
        'Los workers lo usan en menos de un minuto. Compara la huella con la que ' +
          'publica la autoridad.',
      ],
    };
  });
}

export const list = (): Promise<CommandResult> =>
  withContext(async ({ db }) => {
    const [{ listCdrSigners }, { authorityText }] = await Promise.all([
      import('@rafaga/db'),
      import('@rafaga/operations/cdr'),
    ]);
    const rows = await listCdrSigners(db);
    const cells = (row: CdrSignerSummary) => {
      const { from, until } = signerSpan(row);
      return [
        row.id,
        authorityText(row.authority),
        row.subject,
        row.fingerprint.slice(0, 16),
        dateTime(from),
        dateTime(until),
        row.source,
      ];
    };
    return {
      json: rows.map((row) => signerJson(row, authorityText(row.authority))),
      text:
        rows.length > 0
          ? table(
              ['Id', 'Autoridad', 'Titular', 'Huella', 'Desde', 'Hasta', 'Fuente'],
              rows.map(cells),
            )
          : 'No hay ninguno: las firmas de las constancias se revisan, pero no se sabe de ' +
            'quién son.',
    };
  });

export async function end(flags: SignerFlags, id: string): Promise<CommandResult> {
  const mistakes = new Mistakes();
  if (!/^[1-9]\d{0,8}$/.test(id)) mistakes.add('ID', 'el que da: rafaga firmante listar');
  const number = Number(id);
  const until = dayIn('--hasta', flags.hasta, '23:59:59', mistakes) ?? new Date();
  mistakes.check();
  return withContext(async ({ db, by }) => {
    const [{ endCdrSigner }, { authorityText }] = await Promise.all([
      import('@rafaga/db'),
      import('@rafaga/operations/cdr'),
    ]);
    const row = await endCdrSigner(db, by(), number, until);
    if (!row) throw new Failure(`No hay un certificado registrado con el id ${number}.`);
    return {
      json: signerJson(row, authorityText(row.authority)),
      text: `Retirado: ${row.subject}`,
    };
  });
}

const signerJson = (row: CdrSignerSummary, autoridad: string) => {
  const { from, until } = signerSpan(row);
  return {
    id: row.id,
    autoridad,
    titular: row.subject,
    huella: row.fingerprint,
    desde: from,
    hasta: until,
    fuente: row.source,
  };
};
