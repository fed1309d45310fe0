/** Issues a document through the public API and prints its steps with the time since the call. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bold, dim, say, took, yellow } from '../terminal/progress.mjs';

const WITHIN_MS = 30_000;
/** Between two queries of the database; calls of the API would count for its rate limit. */
const LOOK_EVERY_MS = 15;

/** The times of a document that are printed, in their order. */
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
  const reference = { 'Idempotency-Key': `inicio-${kind}-${since}` };
  const { status, body } = await issue(`${api}/${kind}`, { ...headers, ...reference }, sale);
  if (status !== 201) {
    say(yellow(`La API respondió ${status} a POST /v1/${kind}: ${JSON.stringify(body)}`));
    return false;
  }
  const { id, numero_completo: number } = body.datos;
  say(bold(`${kind === 'boletas' ? 'Boleta' : 'Factura'} ${number}`));
  tell(`registrada ${dim(`POST /v1/${kind} → 201`)}`);
  if (!(await settled({ database, id, tell }))) {
    say(yellow(`  sigue pendiente; su historia: npm run --silent rafaga -- documento ver ${id}`));
    return false;
  }
  const files = [];
  for (const file of ['pdf', 'xml', 'cdr'])
    files.push(await download(`${api}/${kind}/${id}/${file}`, headers, path.join(home, 'demo')));
  tell(`en disco: ${listed(files)}`);
  return true;
}

/** @returns {Promise<{ status: number, body: any }>} */
async function issue(url, headers, sale) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(sale),
  });
  return { status: answer.status, body: await answer.json() };
}

/** Follows the document's row until the authority answered. */
async function settled({ database, id, tell }) {
  const told = new Set();
  for (const until = Date.now() + WITHIN_MS; Date.now() < until; await sleep(LOOK_EVERY_MS)) {
    const { rows } = await database.query(
      'select signed_at, sent_at, settled_at, state, code, description from outcomes ' +
        'where document_id = $1',
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

/** Saves one file of a document; a file that is not there yet is asked for again. */
async function download(url, headers, folder) {
  mkdirSync(folder, { recursive: true });
  let answer = await fetch(url, { headers });
  for (const until = Date.now() + WITHIN_MS; !answer.ok && Date.now() < until; ) {
    await answer.arrayBuffer();
    await sleep(200);
    answer = await fetch(url, { headers });
  }
  const disposition = answer.headers.get('content-disposition') ?? '';
  const [, name] = /filename="([^"]+)"/.exec(disposition) ?? [];
  if (!answer.ok || !name) throw new Error(`GET ${new URL(url).pathname}: ${answer.status}`);
  const target = path.join(folder, path.basename(name));
  writeFileSync(target, Buffer.from(await answer.arrayBuffer()));
  return target;
}

/** FOLDER/NAME.pdf, NAME.xml and R-NAME.zip */
function listed(files) {
  const [first, ...more] = files;
  const names = more.map((file) => path.basename(file));
  return `${path.relative(process.cwd(), first)}, ${names.join(' y ')}`;
}
