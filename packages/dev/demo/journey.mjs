/**
 * Issues a document through the public API and tells its way, a line a step, with the time since
 * the call began.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bold, dim, say, took, yellow } from '../terminal/progress.mjs';

const PATIENCE_MS = 30_000;
/** Looking costs a query of ours, not a call of the API's, which are counted. */
const LOOK_EVERY_MS = 15;

/** The marks of a document's way, in their order, and what a person reads. */
const MARKS = [
  ['signed_at', 'firmada'],
  ['sent_at', 'enviada a SUNAT (simulada)'],
];
const VERDICTS = { accepted: 'aceptada', rejected: 'RECHAZADA' };

/**
 * @param database a connected client
 * @returns whether it was accepted and its files are on disk
 */
export async function journey({ api, credentials, database, home }, kind, sale) {
  const headers = { 'X-Api-Key': credentials.api_key, 'X-Api-Secret': credentials.api_secret };
  const since = Date.now();
  const tell = (what, at = Date.now()) =>
    say(`  ${took(Math.max(0, at - since)).padStart(8)}  ${what}`);
  const answer = await fetch(`${api}/${kind}`, {
    method: 'POST',
    headers: {
      ...headers,
      'Content-Type': 'application/json',
      'Idempotency-Key': `inicio-${kind}-${since}`,
    },
    body: JSON.stringify(sale),
  });
  /** @type {any} */
  const issued = await answer.json();
  if (answer.status !== 201) {
    say(yellow(`La API respondió ${answer.status} a POST /v1/${kind}: ${JSON.stringify(issued)}`));
    return false;
  }
  const { id, numero_completo: number } = issued.datos;
  say(bold(`${kind === 'boletas' ? 'Boleta' : 'Factura'} ${number}`));
  tell(`registrada ${dim(`POST /v1/${kind} → 201`)}`);
  if (!(await settled({ database, id, tell }))) {
    say(yellow(`  sigue pendiente; su historia: npm run --silent rafaga -- documento ver ${id}`));
    return false;
  }
  const files = await download({ api, headers, kind, id, home });
  const [{ dir, name }] = files.map((file) => path.parse(path.relative(process.cwd(), file)));
  tell(
    `en disco: ${path.join(dir, name)}.{${files.map((file) => path.extname(file).slice(1)).join(',')}}`,
  );
  return true;
}

/** Follows the document's row until the authority answered. */
async function settled({ database, id, tell }) {
  const told = new Set();
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await sleep(LOOK_EVERY_MS)) {
    const { rows } = await database.query(
      'select signed_at, sent_at, settled_at, state, code, description from outcomes where ' +
        'document_id = $1',
      [id],
    );
    for (const [column, words] of MARKS) {
      if (!rows[0]?.[column] || told.has(column)) continue;
      told.add(column);
      tell(words, rows[0][column].getTime());
    }
    if (!rows[0]?.state) continue;
    const { state, code, description, settled_at: at } = rows[0];
    tell(`${VERDICTS[state]} ${dim(`código ${code}: ${description}`)}`, at.getTime());
    return state === 'accepted';
  }
  return false;
}

/**
 * The three files, as a caller would take them; a file that is not there yet is asked for again.
 */
async function download({ api, headers, kind, id, home }) {
  const folder = path.join(home, 'demo');
  mkdirSync(folder, { recursive: true });
  const files = [];
  for (const file of ['pdf', 'xml', 'cdr']) {
    let answer;
    for (const until = Date.now() + PATIENCE_MS; ; await sleep(200)) {
      answer = await fetch(`${api}/${kind}/${id}/${file}`, { headers });
      if (answer.ok || Date.now() > until) break;
      await answer.arrayBuffer();
    }
    const [, name] =
      /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? [];
    if (!answer.ok || !name) throw new Error(`GET /v1/${kind}/${id}/${file}: ${answer.status}`);
    const target = path.join(folder, path.basename(name));
    writeFileSync(target, Buffer.from(await answer.arrayBuffer()));
    files.push(target);
  }
  return files;
}
