/** emitir: issues a document through the public API, as any system would. */
import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import {
  API_OPTIONS,
  type Api,
  type ApiAnswer,
  type ApiFlags,
  createApi,
  type Envelope,
  envelopeOf,
  refusal,
} from '../clients/api.js';
import { Failure, Mistakes } from '../terminal/failure.js';
import type { CommandResult, CommonFlags } from '../terminal/print.js';
import { readNamed } from '../terminal/readNamed.js';
import { cannot } from '../terminal/systemProblem.js';
import { facts } from '../terminal/table.js';
import { addCommand } from './addCommand.js';

type Flags = ApiFlags & CommonFlags & { tipo?: string; referencia?: string };

export function emitir(program: Command): void {
  addCommand<Flags>(program, {
    name: 'emitir <archivo>',
    about: 'Emite una boleta o factura por la API pública',
    arguments: { archivo: 'JSON de la venta, como lo pide la API; - lo lee de la entrada' },
    options: {
      '--tipo <tipo>': 'boleta o factura (lo usual: el de la serie)',
      '--referencia <clave>':
        'Idempotency-Key (lo usual: una nueva); con la misma, nada se emite dos veces',
      ...API_OPTIONS,
    },
    examples: [
      'emitir boleta.json',
      'emitir venta.json --tipo factura --referencia venta-1842',
      'emitir - < venta.json',
    ],
    run: issue,
  });
}

async function issue(flags: Flags, file: string): Promise<CommandResult> {
  const sale = await readSale(file);
  const kind = kindOf(flags.tipo, sale);
  const reference = flags.referencia ?? `cli-${randomUUID()}`;
  const api = createApi(flags);
  // a person who stops the command, or loses the connection to it, repeats with this one
  if (flags.referencia === undefined && !flags.json)
    process.stderr.write(`Referencia: ${reference}\n`);
  const { answer, envelope } = await issued(api, kind, sale, reference);
  const { id, numero_completo: number } = envelope.datos ?? {};
  const replayed = answer.headers['idempotency-replayed'] === 'true';
  return {
    json: envelope,
    text: facts([
      [kind === 'facturas' ? 'Factura' : 'Boleta', number],
      ['Id', id],
      ['Referencia', reference],
      [
        'Respuesta',
        replayed ? `${envelope.mensaje} (repetida: ya se había emitido)` : envelope.mensaje,
      ],
    ]),
    remarks: [`Sigue su camino con: rafaga documento ver ${id}`],
  };
}

/** Unless the API refuses the sale, the user must keep the reference: it is not issued twice. */
async function issued(
  api: Api,
  kind: string,
  sale: unknown,
  reference: string,
): Promise<{ answer: ApiAnswer; envelope: Envelope }> {
  try {
    const headers = { 'idempotency-key': reference };
    const answer = await api.call('POST', `/${kind}`, { json: sale, headers });
    const envelope = envelopeOf(answer);
    if (answer.status !== 201) throw refusal(answer, envelope);
    return { answer, envelope };
  } catch (error) {
    const { message, details = {} } = error as Partial<Failure>;
    const isRefused = typeof details.codigo === 'string' && Number(details.http) < 500;
    const repeat = isRefused ? '' : ` Repite con la misma referencia: --referencia ${reference}`;
    throw new Failure(`${message}${repeat}`, { ...details, referencia: reference });
  }
}

async function readSale(file: string): Promise<Record<string, unknown>> {
  const text = await readNamed(file === '-' ? process.stdin : file).catch(cannot('leer', file));
  try {
    const sale: unknown = JSON.parse(text.toString('utf8'));
    if (typeof sale === 'object' && sale !== null && !Array.isArray(sale))
      return sale as Record<string, unknown>;
  } catch {
    throw new Failure(`El archivo ${file} no es JSON: revisa comillas, comas y llaves.`);
  }
  throw new Failure(`El archivo ${file} debe tener un objeto JSON.`);
}

function kindOf(given: string | undefined, sale: Record<string, unknown>): 'boletas' | 'facturas' {
  const mistakes = new Mistakes();
  if (given !== undefined && given !== 'boleta' && given !== 'factura')
    mistakes.add('--tipo', 'elige boleta o factura.');
  mistakes.check();
  if (given !== undefined) return given === 'factura' ? 'facturas' : 'boletas';
  return typeof sale.serie === 'string' && sale.serie.startsWith('F') ? 'facturas' : 'boletas';
}
