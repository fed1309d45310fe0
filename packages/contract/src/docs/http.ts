/** What the API does with the less usual parts of HTTP; a test of `test/http` holds each row. */
import type { Html } from './html.js';
import { prose, table } from './table.js';

const BEHAVIOURS: readonly (readonly [what: string, answer: string])[] = [
  [
    'Navegadores (CORS)',
    'Es una API para servidores: ninguna respuesta lleva cabeceras CORS y la página de otro ' +
      'sitio no puede llamarla. El secreto nunca sale de tu servidor.',
  ],
  [
    'Métodos',
    '`HEAD` funciona donde funciona `GET`: las mismas cabeceras, sin cuerpo. `OPTIONS` responde ' +
      '204 con `Allow`, sin credenciales; otro método, 405 con `Allow`.',
  ],
  [
    'Rutas',
    'Distinguen mayúsculas y no llevan barra final: `/v1/boletas/` responde 404. Los parámetros ' +
      'de consulta desconocidos se ignoran.',
  ],
  [
    'Cabeceras',
    'Sus nombres valen en mayúsculas o minúsculas. `Accept` se ignora: cada ruta tiene un tipo.',
  ],
  [
    '`Content-Type`',
    '`application/json`, con `charset=utf-8` o sin él; otro tipo, otro charset u otro parámetro, ' +
      '415. Una marca BOM al inicio se acepta.',
  ],
  [
    'Cuerpo',
    'Con `Content-Length` o `Transfer-Encoding: chunked`; sin comprimir o con gzip, deflate ' +
      '(zlib, RFC 1950) o br. Con `Expect: 100-continue` llega antes un `100 Continue`.',
  ],
  [
    'Versión',
    'HTTP/1.1, y HTTP/1.0, que cierra la conexión si no pide `Connection: keep-alive`. Una ' +
      'conexión libre se conserva 65 segundos: si la reutilizas, un corte al enviar se trata ' +
      'como cualquier otro.',
  ],
  [
    'Conexión cerrada antes de la respuesta',
    'También si solo cierras tu lado, se toma por cortada y no hay respuesta. La venta que ya ' +
      'había llegado puede quedar emitida: repítela con la misma `Idempotency-Key`.',
  ],
];

export const httpTable = (): Html =>
  table(
    'Qué hace la API con cada parte de HTTP',
    ['Parte', 'Qué hace'],
    BEHAVIOURS.map(([what, answer]) => ({ cells: [prose(what), prose(answer)] })),
  );
