/** Issues a document through the public API and prints its steps with the time since the call. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bold, dim, say, took, yellow } from '../terminal/progress.mjs';

const TIMES = 'select signed_at, sent_at, settled_at from outcomes where document_id = $1';

/**
 * @param way the API, the credentials for it, a connected client of the database, the home
 * @returns whether it was accepted and its files are on disk
 */
export async function journey({ api, credentials, database, home }, kind, sale) {
  const since = Date.now();
  const own = { 'X-Api-Key': credentials.api_key, 'X-Api-Secret': credentials.api_secret };
  /** @param {string} place @param {Record<string, string>} [headers] @param {object} [more] */
  const call = (place, headers, more) =>
    fetch(`${api}/${kind}${place}`, { headers: { ...own, ...headers }, ...more });
  const tell = (what, at = new Date()) =>
    say(`  ${took(Math.max(0, at.getTime() - since)).padStart(8)}  ${what}`);

  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': `inicio-${since}` };
  const answer = await call('', headers, { method: 'POST', body: JSON.stringify(sale) });
  const { datos, ...refusal } = await answer.json();
  if (answer.status !== 201) {
    say(yellow(`La API respondió ${answer.status} a POST /v1/${kind}: ${JSON.stringify(refusal)}`));
    return false;
  }
  say(bold(`${kind === 'boletas' ? 'Boleta' : 'Factura'} ${datos.numero_completo}`));
  tell(`registrada ${dim(`POST /v1/${kind} → 201`)}`);

  // it holds each answer for ten seconds
  const record = async () => (await call(`/${datos.id}`, { Prefer: 'wait=10' })).json();
  const decided = await asked(3, record, ({ datos: { fiscal } }) => fiscal.estado !== 'pendiente');
  const { estado, codigo, descripcion } = decided.datos.fiscal;
  if (estado === 'pendiente') {
    const command = `npm run --silent rafaga -- documento ver ${datos.id}`;
    say(yellow(`  sigue pendiente; su historia: ${command}`));
    return false;
  }
  const [times] = (await database.query(TIMES, [datos.id])).rows;
  tell('firmada', times.signed_at);
  tell('enviada a SUNAT (simulada)', times.sent_at);
  const word = estado === 'aceptado' ? 'aceptada' : 'RECHAZADA';
  tell(`${word} ${dim(`código ${codigo}: ${descripcion}`)}`, times.settled_at);

  const folder = path.join(home, 'demo');
  const [pdf, xml, cdr] = await downloaded(call, datos.id, folder);
  tell(`en disco: ${path.relative(process.cwd(), path.join(folder, pdf))}, ${xml} y ${cdr}`);
  return estado === 'aceptado';
}

/** Asks until the answer is what is waited for, at most so often. */
async function asked(most, ask, isIt) {
  for (let tries = 1; ; tries++) {
    const answer = await ask();
    if (isIt(answer) || tries === most) return answer;
    await sleep(200);
  }
}

/** Saves PDF, XML and CDR, which may come a moment later. @returns their names */
async function downloaded(call, id, folder) {
  mkdirSync(folder, { recursive: true });
  const names = [];
  for (const type of ['pdf', 'xml', 'cdr']) {
    const answer = await asked(
      150,
      () => call(`/${id}/${type}`),
      ({ ok }) => ok,
    );
    const [, name] = /filename="([^"/\\]+)"/.exec(answer.headers.get('content-disposition')) ?? [];
    if (!answer.ok || !name) throw new Error(`GET /v1/…/${id}/${type}: ${answer.status}`);
    writeFileSync(path.join(folder, name), Buffer.from(await answer.arrayBuffer()));
    names.push(name);
  }
  return names;
}
