/** Describes the headers and parameters that several routes share. */
import { PAPER_FORMATS } from '@rafaga/fiscal';
import { IDEMPOTENCY_KEY } from '../parse.js';
import { DOCUMENT_ID } from './build.js';
import type { Header, Parameter } from './types.js';

export const PARAMETERS: Record<string, Parameter> = {
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    description:
      'Referencia única de la venta, la misma en todos sus reintentos. Pertenece a la ' +
      'empresa y vale para los dos tipos de comprobante.',
    schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source, maxLength: 128 },
    examples: { venta: { summary: 'Venta 1048 de la caja 3', value: 'caja3-2026-03-15-1048' } },
  },
  id: {
    name: 'id',
    in: 'path',
    required: true,
    description: 'El datos.id de la emisión.',
    schema: DOCUMENT_ID,
  },
  format: {
    name: 'format',
    in: 'query',
    required: false,
    description:
      'Formato de papel. Si no se indica, el que la empresa eligió en su configuración; ' +
      'mientras no elija otro, a4.',
    schema: { type: 'string', enum: [...PAPER_FORMATS] },
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    required: false,
    description:
      'wait=N (RFC 7240): retiene la respuesta hasta que haya resultado, N segundos como mucho ' +
      'y nunca más de 10. Si aun así falta, la respuesta lo dice en datos.en_espera_de.',
    schema: { type: 'string' },
    examples: { espera: { summary: 'Hasta diez segundos', value: 'wait=10' } },
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'El ETag de una respuesta anterior: si nada cambió, responde 304 sin cuerpo.',
    schema: { type: 'string' },
  },
};

export const HEADERS: Record<string, Header> = {
  'X-Request-Id': {
    description:
      'Identificador de la petición. Se conserva el que envíes si tiene de 8 a 64 letras, ' +
      'dígitos, puntos, guiones o guiones bajos.',
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{8,64}$' },
  },
  RateLimit: {
    description: 'Lo que queda en la ventana (r) y sus segundos (t).',
    schema: { type: 'string', examples: ['"minuto";r=59;t=60'] },
  },
  'RateLimit-Policy': {
    description: 'El límite (q) y su ventana en segundos (w).',
    schema: { type: 'string', examples: ['"minuto";q=60;w=60'] },
  },
  'Retry-After': {
    description:
      'Segundos que se deben esperar antes de repetir. En 404 y 409, solo si repetir puede ' +
      'servir: con archivo_no_disponible, salvo en revisión, y referencia_en_proceso.',
    schema: { type: 'integer', minimum: 1, maximum: 60 },
  },
  'Idempotency-Replayed': {
    description: 'Presente cuando la respuesta es la guardada de una emisión anterior.',
    schema: { type: 'string', enum: ['true'] },
  },
  Location: {
    description: 'La ruta del comprobante, para consultarlo.',
    required: true,
    schema: { type: 'string', pattern: '^/v1/(boletas|facturas)/[1-9][0-9]*$' },
  },
  Link: {
    description: 'Dónde se explica el error: su causa, un ejemplo y qué hacer.',
    required: true,
    schema: { type: 'string', examples: ['</docs#codigo-datos_invalidos>; rel="help"'] },
  },
  'Preference-Applied': {
    description:
      'wait=N cuando la respuesta esperó como se pidió en Prefer. Falta si no se pidió o si hay ' +
      'demasiadas esperas a la vez: entonces la respuesta es la del momento.',
    schema: { type: 'string', pattern: '^wait=([1-9]|10)$' },
  },
  ETag: {
    description: 'Huella fuerte de lo que se entrega.',
    required: true,
    schema: { type: 'string', pattern: '^"[0-9a-f]{64}"$' },
  },
  'Cache-Control': {
    description: 'Un archivo se puede guardar si se pregunta por él cada vez; lo demás, no.',
    required: true,
    schema: { type: 'string', enum: ['no-store', 'private, no-cache'] },
  },
  'Content-Disposition': {
    description:
      'Nombre del archivo, como lo nombra SUNAT: RUC-TT-SERIE-NUMERO con su extensión; el del ' +
      'CDR empieza con R-.',
    schema: {
      type: 'string',
      examples: [
        'attachment; filename="20123456786-03-B001-123.xml"',
        'attachment; filename="R-20123456786-03-B001-123.zip"',
      ],
    },
  },
};
