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
  /** @param {string} place @param {Record<string, string>} [headers] @param {object} [body] */
  const call = (place, headers, body) =>
    fetch(`${api}/${kind}${place}`, {
      headers: { ...own, ...headers },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
  const tell = (what, at = new Date()) =>
    say(`  ${took(Math.max(0, at.getTime() - since)).padStart(8)}  ${what}`);

  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': `inicio-${since}` };
  const answer = await call('', headers, sale);
  const { datos, ...refusal } = await answer.json();
  if (answer.status !== 201) {
    say(yellow(`La API respondió ${answer.status} a POST /v1/${kind}: ${JSON.stringify(refusal)}`));
    return false;
  }
  say(bold(`${kind === 'boletas' ? 'Boleta' : 'Factura'} ${datos.numero_completo}`));
  tell(`registrada ${dim(`POST /v1/${kind} → 201`)}`);

  const { estado, codigo, descripcion } = await decided(call, datos.id);
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

/** What the authority decided, or what is known when it does not. */
async function decided(call, id) {
  for (let tries = 1; ; tries++) {
    const { fiscal } = (await (await call(`/${id}`, { Prefer: 'wait=10' })).json()).datos;
    if (fiscal.estado !== 'pendiente' || tries === TRIES) return fiscal;
  }
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
