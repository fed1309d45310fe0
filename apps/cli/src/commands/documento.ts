/**
 * documento: shows one document and its history, downloads its files, writes it for a ticket
 * printer, opens its evidence and attaches a CDR.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredDocument } from '@rafaga/db';
import { PAPER_FORMATS, type PaperFormat } from '@rafaga/fiscal';
import type { Command } from 'commander';
import { documentJson, documentText, readDocument } from '../cards/documentCard.js';
import { API_OPTIONS, type ApiFlags, createApi, envelopeOf, refusal } from '../clients/api.js';
import { type CommandContext, withContext } from '../context/commandContext.js';
import { fileStore } from '../context/fileStore.js';
import { type AnswerFlags, openEvidence } from '../support/answers.js';
import { attach, type CdrFlags } from '../support/cdr.js';
import { printTicket, type TicketFlags, unsigned } from '../support/ticketBytes.js';
import { Failure, Mistakes } from '../terminal/failure.js';
import { fileProblem } from '../terminal/fileProblem.js';
import type { CommandResult, CommonFlags } from '../terminal/print.js';
import { cannot } from '../terminal/systemProblem.js';
import { addCommand, addGroup, type CommandSpec } from './addCommand.js';

type Flags = ApiFlags & CommonFlags & { archivo?: string; formato?: string; carpeta?: string };

/** The PDF last: one that the API has to draw keeps none of the others from being saved. */
const FILES = ['xml', 'cdr', 'pdf'] as const;
type FileName = (typeof FILES)[number];

export function documento(program: Command): void {
  const parent = addGroup(
    program,
    'documento',
    'Un comprobante: su estado, su historia y sus archivos',
  );
  addCommand(parent, VER);
  addCommand(parent, EVIDENCIA);
  addCommand(parent, CDR);
  addCommand(parent, DESCARGAR);
  addCommand(parent, IMPRIMIR);
}

const VER: CommandSpec<CommonFlags> = {
  name: 'ver <id>',
  about: 'Muestra un comprobante y todo lo que le pasó',
  arguments: { id: 'el datos.id que dio la API' },
  examples: ['documento ver 42', 'documento ver 42 --json'],
  run: (_flags, id) =>
    withContext(async (context) => {
      const card = await readDocument(context, idOf(id));
      return { json: documentJson(card), text: documentText(card) };
    }),
};

const EVIDENCIA: CommandSpec<AnswerFlags> = {
  name: 'evidencia <id>',
  about:
    'Lo que SUNAT contestó y no se pudo creer: lo lista, o abre una respuesta; queda en ' +
    'la auditoría',
  arguments: { id: 'el datos.id que dio la API' },
  options: {
    '--numero <n>': 'cuál abrir, como la numera la lista',
    '--guardar <archivo>': 'escribe los bytes en un archivo nuevo, en vez de mostrarlos',
    '--motivo <texto>': 'queda en la auditoría',
  },
  examples: ['documento evidencia 42', 'documento evidencia 42 --numero 7 --guardar respuesta.zip'],
  run: (flags, id) => openEvidence(flags, idOf(id)),
};

const CDR: CommandSpec<CdrFlags> = {
  name: 'cdr <id> <archivo>',
  about:
    'Adjunta la constancia (CDR) que SUNAT no entregó y se descargó de SOL: solo si es ' +
    'de este comprobante; queda en la auditoría. Repone la que se perdió del almacén, si es ' +
    'la misma',
  arguments: { id: 'el datos.id que dio la API', archivo: 'la constancia, R-….zip' },
  options: { '--motivo <texto>': 'queda en la auditoría' },
  examples: ['documento cdr 42 R-20123456786-03-B001-7.zip'],
  run: (flags, id, file) => attach(flags, idOf(id), file as string),
};

const DESCARGAR: CommandSpec<Flags> = {
  name: 'descargar <id>',
  about: 'Guarda los archivos de un comprobante: PDF, XML y CDR',
  arguments: { id: 'el datos.id que dio la API' },
  options: {
    '--archivo <nombre>': 'solo uno: pdf, xml o cdr',
    '--formato <formato>': `papel del PDF: ${PAPER_FORMATS.join(', ')} (lo usual: a4)`,
    '--carpeta <ruta>': 'dónde guardarlos (lo usual: aquí)',
    ...API_OPTIONS,
  },
  examples: [
    'documento descargar 42',
    'documento descargar 42 --archivo pdf --formato ticket-80 --carpeta /tmp',
  ],
  run: download,
};

const IMPRIMIR: CommandSpec<TicketFlags> = {
  name: 'imprimir <id>',
  about: 'Da los bytes ESC/POS del ticket, con QR y corte, para la impresora que los recibe',
  arguments: { id: 'el datos.id que dio la API' },
  options: {
    '--perfil <perfil>':
      'epson-80 (lo usual), epson-80-42, epson-58, generica-80, generica-58 o antigua-80',
    '--salida <ruta>': 'archivo o impresora (lo usual: la salida estándar)',
  },
  examples: [
    'documento imprimir 42 --perfil epson-80 --salida /dev/usb/lp0',
    'documento imprimir 42 --perfil epson-58 | nc 192.168.1.50 9100',
  ],
  run: (flags, id) => printTicket(flags, idOf(id)),
};

async function download(flags: Flags, id: string): Promise<CommandResult> {
  const mistakes = new Mistakes();
  const only = mistakes.oneOf('--archivo', flags.archivo, FILES);
  const format = mistakes.oneOf('--formato', flags.formato, PAPER_FORMATS) ?? 'a4';
  mistakes.check();
  const wanted = only ? [only] : FILES;
  return withContext(async (context) => {
    const { document } = await readDocument(context, idOf(id));
    if (document.outcome?.state && !document.outcome.signature) throw unsigned(document);
    const kept: Record<string, string> = {};
    const missing: string[] = [];
    for (const name of wanted) {
      const content =
        (await stored(context, document, name, format)) ??
        (name === 'pdf' ? await drawn(flags, document, format) : undefined);
      if (content)
        kept[name] = await saveFile(flags.carpeta ?? '.', await fileName(document, name), content);
      else missing.push(name);
    }
    if (Object.keys(kept).length === 0)
      throw new Failure(
        `Todavía no está: ${missing.join(', ')}. Mira su camino con: rafaga documento ver ${id}`,
      );
    return {
      json: { id: document.id, archivos: kept, faltan: missing },
      text: Object.values(kept).join('\n'),
      remarks: missing.map((name) => `Todavía no está: ${name}.`),
    };
  });
}

/** Reads the file from the file store, without the API; a PDF that is lost can be drawn. */
async function stored(
  { env }: CommandContext,
  document: StoredDocument,
  name: FileName,
  format: PaperFormat,
): Promise<Buffer | undefined> {
  const kind = name === 'pdf' ? (`pdf-${format}` as const) : name;
  const file = document.files.find((each) => each.kind === kind);
  if (!file) return undefined;
  const store = await fileStore({ env });
  return store.get(file.objectKey, file.sha256).catch(async (error: unknown) => {
    const problem = await fileProblem(error);
    if (!problem) throw error;
    if (name === 'pdf') return undefined;
    throw new Failure(`No se puede descargar ${file.objectKey} del almacén: ${problem}.`);
  });
}

/** Has the API draw a format that is not stored, or lost, with credentials of the business. */
async function drawn(
  flags: Flags,
  { id, kind }: StoredDocument,
  format: PaperFormat,
): Promise<Buffer | undefined> {
  const answer = await createApi(flags).call('GET', `/${kind}s/${id}/pdf?format=${format}`);
  if (answer.status === 200) return answer.body;
  const envelope = envelopeOf(answer);
  if (envelope.codigo === 'archivo_no_disponible') return undefined;
  throw refusal(answer, envelope);
}

async function saveFile(folder: string, name: string, content: Buffer): Promise<string> {
  const path = join(folder, name);
  await mkdir(folder, { recursive: true }).catch(cannot('escribir', folder));
  await writeFile(path, content).catch(cannot('escribir', path));
  return path;
}

async function fileName(document: StoredDocument, name: FileName): Promise<string> {
  const { cdrFileName, documentName } = await import('@rafaga/fiscal');
  return name === 'cdr' ? cdrFileName(document) : `${documentName(document)}.${name}`;
}

function idOf(text: string): number {
  const mistakes = new Mistakes();
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0;
  if (!Number.isSafeInteger(id) || id === 0)
    mistakes.add('ID', 'es un número entero mayor que cero.');
  mistakes.check();
  return id;
}
