/**
 * verificar: compares every stored file with its hash, opens the encrypted evidence, and compares
 * the acknowledged documents with the database.
 */
import type { Acknowledgements, Behind, Scope } from '@rafaga/db';
import { behindLines, many } from '@rafaga/operations';
import type { Vault } from '@rafaga/secrets';
import type { Command } from 'commander';
import { type CommandContext, scopeOf, withContext } from '../context/commandContext.js';
import { fileStore } from '../context/fileStore.js';
import { acknowledgedIn } from '../restoration/marks.js';
import { readRuc } from '../rules/business.js';
import { fileCount } from '../terminal/amounts.js';
import { Failure, Mistakes } from '../terminal/failure.js';
import type { CommandResult, CommonFlags } from '../terminal/print.js';
import { type Checked, checkFiles } from '../verification/checkFiles.js';
import { wrongLines } from '../verification/wrongFiles.js';
import { addCommand } from './addCommand.js';

type Flags = CommonFlags & { ruc?: string };

export function verificar(program: Command): void {
  addCommand<Flags>(program, {
    name: 'verificar',
    about:
      'Relee todos los archivos guardados y compara sus huellas con las registradas; y lo ' +
      'emitido, con lo que sabe la base de datos',
    options: { '--ruc <ruc>': 'solo los de un negocio' },
    examples: ['verificar', 'verificar --ruc 20123456786 --json'],
    run: verify,
  });
}

async function verify(flags: Flags): Promise<CommandResult> {
  const mistakes = new Mistakes();
  const ruc = flags.ruc === undefined ? undefined : readRuc(flags.ruc, mistakes);
  mistakes.check();
  return withContext(async (context) => {
    const { db } = context;
    const scope = await scopeOf(db, ruc);
    const checked = await checkFiles(db, await fileStore(context), scope);
    const evidence = await checkAnswers(context, scope);
    const { count, bytes } = checked;
    const marks = await acknowledgedIn(context);
    const wrong = [...checked.wrong, ...evidence.wrong, ...marks.damaged.map(damagedMark)];
    const json = { archivos: count, bytes, evidencias: evidence.count, mal: wrong };
    const megabytes = (bytes / 1e6).toLocaleString('es-PE', { maximumFractionDigits: 1 });
    const files = `${fileCount(count)}, ${megabytes} MB`;
    const behind = await findBehindOf(context, marks, ruc);
    if (behind) throw behindFailure(behind, json);
    if (wrong.length === 0) return { json, text: `Todo está como se guardó: ${files}.` };
    const title = notAsStored(wrong.length);
    const next = checked.wrong.length > 0 ? [PUT_BACK] : [];
    const lines = [`${title}, de ${files}:`, ...wrongLines(wrong), ...next];
    throw new Failure(lines.join('\n'), json);
  });
}

const PUT_BACK =
  'Repón los que tengas en una copia. Los XML firmados que faltan de los últimos días se rehacen ' +
  'sin ella, con rafaga restaurar iniciar --motivo TEXTO y reconstruir (no se emite hasta ' +
  'terminar); un PDF se dibuja otra vez al descargarlo por la API, que lo repone si sale igual. ' +
  'Una constancia (CDR) que tenga tu cliente o que esté en SOL se repone con rafaga documento ' +
  'cdr, si es la misma: la de una boleta no se puede pedir a SUNAT.';

const notAsStored = (files: number): string =>
  many(files, 'archivo no está como se guardó', 'archivos no están como se guardaron');

/** What it had of the acknowledged documents is compared with nothing. */
const damagedMark = (name: string) => ({ archivo: `marks/${name}`, por_que: 'está dañado' });

/** The acknowledged documents that the database lacks, of one business or of all. */
async function findBehindOf(
  context: CommandContext,
  { ids, series }: Acknowledgements,
  ruc: string | undefined,
): Promise<Behind | undefined> {
  const { findBehind } = await import('@rafaga/db');
  const own = series.filter((mark) => ruc === undefined || mark.ruc === ruc);
  return findBehind(context.db, { ids: ruc === undefined ? ids : [], series: own });
}

function behindFailure(behind: Behind, json: { mal: unknown[] }): Failure {
  const text = [
    'La base de datos sabe menos de lo que se emitió (¿se restauró una copia?):',
    ...behindLines(behind),
    ...(json.mal.length > 0
      ? [`Además, ${notAsStored(json.mal.length)}: con --json se nombran`]
      : []),
    'Sigue: rafaga restaurar',
  ];
  return new Failure(text.join('\n'), { ...json, sin_registrar: behind });
}

/** Checks that the encrypted evidence in the database opens and has its hash. */
async function checkAnswers(
  context: CommandContext,
  scope: Scope,
): Promise<Pick<Checked, 'count' | 'wrong'>> {
  const [{ answersToCheck }, { openedAnswer }] = await Promise.all([
    import('@rafaga/db'),
    import('@rafaga/operations/answers'),
  ]);
  const result: Pick<Checked, 'count' | 'wrong'> = { count: 0, wrong: [] };
  let vault: Vault | undefined;
  for await (const batch of answersToCheck(context.db, scope)) {
    vault ??= await context.vault(['panel']);
    for (const answer of batch) {
      result.count += 1;
      if (!openedAnswer(vault, answer))
        result.wrong.push({
          documento_id: answer.documentId,
          archivo: `evidencia ${answer.id}`,
          por_que: 'ninguna de las claves la abre, o sus bytes cambiaron',
        });
    }
  }
  return result;
}
