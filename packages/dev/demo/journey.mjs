/** Issues a document through the public API, and shows with the CLI what became of it. */
import path from 'node:path';
import { root } from '../../processes/places.mjs';
import { bold, dim, say, took, yellow } from '../../processes/progress.mjs';

const RESTORING =
  'Modo restauración: la base de datos sabe menos de lo que ya se emitió. No se emite ni se ' +
  'envía nada.\nQué falta y cómo terminarlo: npm run --silent rafaga -- restaurar';

/**
 * @param way the home, the demo as demo.json has it, and what runs a command of the CLI
 * @returns whether the API took it
 */
export async function journey({ home, demo: { base_url, business }, rafaga }, kind, sale) {
  const since = Date.now();
  const credentials = { 'X-Api-Key': business.api_key, 'X-Api-Secret': business.api_secret };
  const own = { 'Content-Type': 'application/json', 'Idempotency-Key': `inicio-${since}` };
  const answer = await fetch(`${base_url}/${kind}`, {
    method: 'POST',
    headers: { ...credentials, ...own },
    body: JSON.stringify(sale),
  });
  const { datos, ...refusal } = await answer.json();
  if (answer.status !== 201) {
    const text = `La API respondió ${answer.status} a POST /v1/${kind}: ${JSON.stringify(refusal)}`;
    say(yellow(refusal.codigo === 'restauracion' ? RESTORING : text));
    return false;
  }
  const how = dim(`POST /v1/${kind} → 201 en ${took(Date.now() - since)}`);
  say(`\n${bold(datos.numero_completo)} registrada ${how}\n`);
  // the API holds each answer for ten seconds
  const headers = { ...credentials, Prefer: 'wait=10' };
  let state = 'pendiente';
  for (let tries = 3; tries > 0 && state === 'pendiente'; tries--) {
    const record = await fetch(`${base_url}/${kind}/${datos.id}`, { headers });
    // a refusal says nothing about the document
    if (record.status === 200) state = (await record.json()).datos.fiscal.estado;
  }
  const history = await rafaga('documento', 'ver', datos.id);
  if (state === 'pendiente') {
    say(`${history}\n${yellow('Todavía sin respuesta de SUNAT: sus archivos vienen con ella.')}`);
    return true;
  }
  const folder = path.relative(root, path.join(home, 'demo'));
  const files = await rafaga('documento', 'descargar', datos.id, '--carpeta', folder);
  say(`${history}\nEn disco: ${files.trim().split('\n').join(', ')}`);
  return true;
}
