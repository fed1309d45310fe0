/** The texts of a document that a page shows: what was received, what was sent, what came back. */
import { renderSale } from '@rafaga/contract';
import type { FileKind, StoredDocument } from '@rafaga/db';
import { cdrText } from '@rafaga/operations/cdr';
import { hideQuotedValues } from '@rafaga/runtime';
import type { Deps } from '../deps.js';
import { maskSent } from './maskMarkup.js';
import { maskDocument, maskName } from './masks.js';

export interface ShownContent {
  title: string;
  hint: string;
  /** Undefined when there is none yet. */
  read(deps: Deps, document: StoredDocument): Promise<string | undefined>;
  mask(text: string): string;
}

export const CONTENTS: Readonly<Record<string, ShownContent>> = {
  recibido: {
    title: 'Lo que envió el cliente',
    hint:
      'Los campos que la API leyó de la solicitud, con sus nombres. El texto original no se ' +
      'guarda.',
    read: async (_deps, { sale, kind }) => JSON.stringify(renderSale(sale, kind), null, 2),
    mask: maskSale,
  },
  enviado: {
    title: 'El XML que se firmó y se envía a SUNAT',
    hint: 'Tal como está guardado; aquí con un salto de línea entre etiquetas.',
    read: async (deps, document) => (await stored(deps, document, 'xml'))?.toString('utf8'),
    mask: maskSent,
  },
  cdr: {
    title: 'La constancia (CDR) que dio SUNAT',
    hint: 'El XML de su zip; aquí con un salto de línea entre etiquetas.',
    read: async (deps, document) => {
      const zip = await stored(deps, document, 'cdr');
      return zip && cdrText(zip);
    },
    mask: (text) => hideQuotedValues(maskSent(text)),
  },
};

async function stored(
  { files }: Deps,
  document: StoredDocument,
  kind: FileKind,
): Promise<Buffer | undefined> {
  const found = document.files.find((each) => each.kind === kind);
  return found && files.get(found.objectKey, found.sha256);
}

type Json = Record<string, unknown>;

/** Fields that a caller fills with what it likes. */
const FREE = ['observacion', 'extras', 'leyenda', 'leyendas', 'pagos'] as const;

function maskSale(text: string): string {
  const sale = JSON.parse(text) as Json;
  for (const name of FREE) if (name in sale) sale[name] = 'oculto';
  if (sale.cliente) sale.cliente = maskClient(sale.cliente as Json);
  return JSON.stringify(sale, null, 2);
}

const maskClient = (client: Json): Json =>
  Object.fromEntries(
    Object.entries(client).map(([name, value]) => [name, MASKS[name]?.(String(value)) ?? 'oculto']),
  );

const MASKS: Readonly<Record<string, (value: string) => string>> = {
  tipo_doc: (value) => value,
  num_doc: maskDocument,
  razon_social: maskName,
};
