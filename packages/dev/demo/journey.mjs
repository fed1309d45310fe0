/** Issues a document through the public API and prints its steps with the time since the call. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bold, dim, say, took, yellow } from '../terminal/progress.mjs';

/** How often the API is asked for what is not there yet; it holds an answer for ten seconds. */
const TRIES = 3;
const TIMES = 'select signed_at, sent_at, settled_at from outcomes where document_id = $1';

/**
 * @param way the API, the credentials for it, a connected client of the database, the home
 * @returns whether it was accepted and its files are on disk
 */
export async function journey({ api, credentials, database, home }, kind, sale) {
  const since = Date.now();
  const own = { 'X-Api-Key': credentials.api_key, 'X-Api-Secret': credentials.api_secret };
  /** @param {string} place @param {{ headers?: Record<string, string> } & RequestInit} [init] */
  const call = (place, { headers, ...init } = {}) =>
    fetch(`${api}/${kind}${place}`, { ...init, headers: { ...own, ...headers } });
  const tell = (what, at = new Date()) =>
    say(`  ${took(Math.max(0, at.getTime() - since)).padStart(8)}  ${what}`);

  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': `inicio-${since}` };
  const answer = await call('', { method: 'POST', headers, body: JSON.stringify(sale) });
  const body = await answer.json();
  if (answer.status !== 201) {
    say(yellow(`La API respondió ${answer.status} a POST /v1/${kind}: ${JSON.stringify(body)}`));
    return false;
  }
  const { id, numero_completo: number } = body.datos;
  say(bold(`${kind === 'boletas' ? 'Boleta' : 'Factura'} ${number}`));
  tell(`registrada ${dim(`POST /v1/${kind} → 201`)}`);

  const fiscal = await decided(call, id);
  if (fiscal.estado === 'pendiente') {
    say(yellow(`  sigue pendiente; su historia: npm run --silent rafaga -- documento ver ${id}`));
    return false;
  }
  const [times] = (await database.query(TIMES, [id])).rows;
  tell('firmada', times.signed_at);
  tell('enviada a SUNAT (simulada)', times.sent_at);
  const { estado: state, codigo: code, descripcion: text } = fiscal;
  const word = state === 'aceptado' ? 'aceptada' : 'RECHAZADA';
  tell(`${word} ${dim(`código ${code}: ${text}`)}`, times.settled_at);

  const folder = path.join(home, 'demo');
  const [pdf, ...more] = await downloaded(call, id, folder);
  tell(`en disco: ${path.relative(process.cwd(), path.join(folder, pdf))}, ${more.join(' y ')}`);
  return state === 'aceptado';
}

/** What the authority decided, or what is known when it does not. */
async function decided(call, id) {
  let fiscal = { estado: 'pendiente' };
  for (let tries = 0; fiscal.estado === 'pendiente' && tries < TRIES; tries++)
    fiscal = (await (await call(`/${id}`, { headers: { Prefer: 'wait=10' } })).json()).datos.fiscal;
  return fiscal;
}

/** Saves PDF, XML and CDR; a file that is not there yet is asked for again. @returns their names */
async function downloaded(call, id, folder) {
  mkdirSync(folder, { recursive: true });
  const names = [];
  for (const type of ['pdf', 'xml', 'cdr']) {
    let answer = await call(`/${id}/${type}`);
    for (let tries = 0; !answer.ok && tries < 50 * TRIES; tries++) {
      await answer.arrayBuffer();
      await sleep(200);
      answer = await call(`/${id}/${type}`);
    }
    const [, name] = /filename="([^"/\\]+)"/.exec(answer.headers.get('content-disposition')) ?? [];
    if (!answer.ok || !name) throw new Error(`GET /v1/…/${id}/${type}: ${answer.status}`);
    writeFileSync(path.join(folder, name), Buffer.from(await answer.arrayBuffer()));
    names.push(name);
  }
  return names;
}
