/** Describes the operations that read a document and its files. */
import type { DateText, Kind } from '@rafaga/fiscal';
import type { Reason } from '../refusals.js';
import { header, ref } from './build.js';
import { INVALID_FORMAT, recordExample } from './examples.js';
import { common, withLimits } from './headers.js';
import { CALLER, EDGE, OF_KIND, TAG } from './operations.js';
import { refusalResponses } from './responses.js';
import type { Content, Method, OpenApiResponse, Operation } from './types.js';

type Read = 'record' | 'pdf' | 'xml' | 'cdr';

const READING: Record<Read, { summary: string; about: string; type: string }> = {
  record: {
    summary: 'Consultar',
    about: 'El comprobante, con el resultado de SUNAT en datos.fiscal.',
    type: 'application/json',
  },
  pdf: {
    summary: 'Descargar el PDF de',
    about: 'La representación impresa, disponible desde que se firma.',
    type: 'application/pdf',
  },
  xml: {
    summary: 'Descargar el XML de',
    about: 'El XML firmado, byte por byte el que se envía a SUNAT.',
    type: 'application/xml',
  },
  cdr: {
    summary: 'Descargar el CDR de',
    about: 'La constancia de SUNAT en ZIP, disponible cuando SUNAT responde.',
    type: 'application/zip',
  },
};

/** GET, and HEAD for the same path. */
export function readOperations(
  kind: Kind,
  read: Read,
  today: DateText,
): Partial<Record<Method, Operation>> {
  const { summary, about } = READING[read];
  const get: Operation = {
    operationId: `${read === 'record' ? 'consultar' : `descargar_${read}`}_${kind}`,
    summary: `${summary} ${OF_KIND[kind]}`,
    description: about,
    tags: [TAG[kind]],
    parameters: parametersOf(read),
    responses: {
      200: found(kind, read, today),
      304: notModified(read),
      ...withLimits(refusalResponses(refusalsOf(read), INVALID_FORMAT)),
      ...refusalResponses(EDGE, {}),
    },
  };
  return { get, head: headOf(get) };
}

function parametersOf(read: Read): { $ref: string }[] {
  const names =
    read === 'record'
      ? ['id', 'Prefer', 'If-None-Match']
      : read === 'pdf'
        ? ['id', 'format', 'If-None-Match']
        : ['id', 'If-None-Match'];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

/** The reasons why a document never has a CDR. */
const NO_CDR = ['cdr_lost', 'cdr_presumed', 'cdr_absent'] as const;

/** The reasons why what is read of a document that exists is not answered. */
const NOT_READ: Record<Read, readonly Reason[]> = {
  record: ['record_archived'],
  pdf: ['file_not_ready', 'file_absent', 'file_damaged'],
  xml: ['file_not_ready', 'file_absent', 'file_damaged'],
  cdr: ['file_not_ready', ...NO_CDR, 'file_damaged'],
};

function refusalsOf(read: Read): Reason[] {
  return [
    ...CALLER,
    'document_unknown',
    ...NOT_READ[read],
    ...(read === 'pdf' ? (['invalid'] as const) : []),
    'query_unavailable',
  ];
}

const preference = () => ({ 'Preference-Applied': header('Preference-Applied') });

const found = (kind: Kind, read: Read, today: DateText): OpenApiResponse => ({
  description: READING[read].about,
  headers: {
    ...common(),
    ETag: header('ETag'),
    ...(read === 'record'
      ? preference()
      : { 'Content-Disposition': header('Content-Disposition') }),
  },
  content: {
    [READING[read].type]:
      read === 'record'
        ? recordContent(kind, today)
        : { schema: { type: 'string', format: 'binary' } },
  },
});

const recordContent = (kind: Kind, today: DateText): Content => ({
  schema: ref('RespuestaComprobante'),
  examples: { aceptado: recordExample(kind, today) },
});

const notModified = (read: Read): OpenApiResponse => ({
  description: 'No cambió: es lo que ya se descargó.',
  headers: { ...common(), ETag: header('ETag'), ...(read === 'record' && preference()) },
});

function headOf(get: Operation): Operation {
  const responses = Object.entries(get.responses).map(
    ([status, { content: _, ...response }]) => [status, response] as const,
  );
  return {
    ...get,
    operationId: `${get.operationId}_head`,
    summary: `${get.summary}: solo cabeceras`,
    responses: Object.fromEntries(responses),
  };
}
