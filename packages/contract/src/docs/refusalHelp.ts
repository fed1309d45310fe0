/** The cause of each refusal, a request that provokes it, and the cure. */
import type { Reason } from '../refusals.js';

export interface RefusalHelp {
  cause: string;
  example: string;
  cure: string;
}

const AGAIN =
  'Espera lo que dice `Retry-After` y repite la misma petición con la misma `Idempotency-Key`.';
const IN_PANEL = 'Configúralo en el panel y repite la petición con la misma `Idempotency-Key`.';

export const REFUSAL_HELP: Readonly<Record<Reason, RefusalHelp>> = {
  json_invalid: {
    cause:
      'El cuerpo no se puede leer como JSON: una coma de más, comillas sin cerrar, otro juego ' +
      'de caracteres; o no llegó, o no está comprimido como dice `Content-Encoding`.',
    example: '`--data \'{"serie": "B001",\'`',
    cure: 'Genera el cuerpo con la función de JSON de tu lenguaje, no uniendo textos.',
  },
  body_not_object: {
    cause: 'El cuerpo es JSON, pero una lista, un texto o un número.',
    example: '`--data \'[{"serie": "B001"}]\'`',
    cure: 'Envía un comprobante por petición, como un objeto.',
  },
  malformed_http: {
    cause: 'La petición no es HTTP válido, o le falta la cabecera `Host`.',
    example: 'Un socket escrito a mano que no termina sus líneas con CRLF.',
    cure: 'Usa un cliente HTTP; si ya lo usas, mira el proxy que está en medio.',
  },
  credentials_missing: {
    cause: 'Falta `X-Api-Key` o `X-Api-Secret`.',
    example: '`curl "$RAFAGA_URL/boletas/1"`, sin cabeceras.',
    cure: 'Envía las dos cabeceras en toda llamada, también al consultar y descargar.',
  },
  credentials_invalid: {
    cause: 'La clave no existe, fue revocada, o el secreto no es el suyo.',
    example: '`X-Api-Secret` entre comillas, o copiado a medias.',
    cure: 'Copia las dos otra vez, o genera otras en el panel, en Credenciales.',
  },
  access_inactive: {
    cause: 'La empresa está suspendida o nunca se activó.',
    example: 'Credenciales generadas antes de la activación.',
    cure: 'Pide al operador que active la empresa.',
  },
  test_account: {
    cause: 'Las credenciales son de una cuenta de prueba, que no puede emitir.',
    example: 'Un `POST` con las credenciales de una cuenta de prueba.',
    cure: 'Usa las de una empresa activada; para probar, una en el ambiente simulado.',
  },
  kind_disabled: {
    cause: 'La empresa no emite este tipo de comprobante.',
    example: 'Un `POST /v1/facturas` de un negocio del NRUS.',
    cure: 'Habilita el tipo en el panel, o emite del otro.',
  },
  route_unknown: {
    cause: 'La dirección no existe.',
    example: '`/boletas` sin `/v1`, `/v1/boleta` en singular, o `/v1/boletas/` con barra final.',
    cure: 'Compara la ruta con las de esta página.',
  },
  document_unknown: {
    cause: 'El id no es de un comprobante de este tipo y de esta empresa.',
    example: '`GET /v1/facturas/48213`, y 48213 es una boleta.',
    cure:
      'Usa el `datos.id` de la emisión, en la ruta de su tipo y con las credenciales de su ' +
      'empresa.',
  },
  file_not_ready: {
    cause:
      'El archivo todavía no existe: el XML y el PDF nacen al firmarse, el CDR cuando SUNAT ' +
      'responde.',
    example: '`GET /v1/boletas/48213/cdr` justo después de emitir.',
    cure:
      'Espera lo que dice `Retry-After` y repite. El CDR llega con el resultado de SUNAT o un ' +
      'instante después. Sin `Retry-After` el comprobante está en revisión: no repitas hasta que ' +
      'una persona decida.',
  },
  file_absent: {
    cause: 'Dos personas descartaron el comprobante antes de que se firmara: nunca se envió.',
    example: '`fiscal.estado` es `rechazado`, `sustento` es `personas` y `hash` es `null`.',
    cure: 'Deja de pedirlo: no habrá XML ni PDF.',
  },
  file_damaged: {
    cause: 'El archivo guardado no tiene la huella que debería.',
    example: 'Un disco que falló.',
    cure: 'Indica el `solicitud_id` a soporte: repetir no lo repara.',
  },
  cdr_lost: {
    cause:
      'SUNAT confirmó el comprobante en una consulta, pero no volvió a dar su constancia; o dos ' +
      'personas lo dieron por aceptado.',
    example: 'La respuesta al envío se perdió y el comprobante es una boleta.',
    cure: 'Descarga la constancia en SUNAT Operaciones en Línea; el operador puede adjuntarla.',
  },
  cdr_presumed: {
    cause: 'La empresa eligió dar por aceptadas las boletas cuya respuesta se pierde.',
    example: '`sustento` es `presumido`.',
    cure: 'No la esperes. Con credenciales de Consulta Integrada ya no se presume.',
  },
  cdr_absent: {
    cause:
      'SUNAT rechazó el comprobante con un código y sin constancia, o dos personas lo dieron por ' +
      'rechazado o lo descartaron.',
    example: '`fiscal.estado` es `rechazado` y `sustento`, `respuesta_sin_cdr` o `personas`.',
    cure: 'Guarda `fiscal.codigo` y `fiscal.descripcion`: dicen por qué.',
  },
  record_archived: {
    cause: 'El comprobante es de hace tiempo, y el archivo de su mes no se puede leer.',
    example: 'Consultar una venta de hace dos años, cuyo archivo alguien movió.',
    cure:
      'No lo trates como desconocido ni emitas la venta otra vez: indica el `solicitud_id` a ' +
      'soporte.',
  },
  method_not_allowed: {
    cause: 'La ruta existe, pero no con ese método.',
    example: '`DELETE /v1/boletas/48213`',
    cure: 'Usa uno de los que dice la cabecera `Allow`. No hay rutas para borrar ni modificar.',
  },
  request_timeout: {
    cause:
      'La petición no llegó completa en 30 segundos, o sus cabeceras en 10; o un cuerpo de más ' +
      'de 16 kB trajo menos de 5 kB en cinco segundos.',
    example: '`Content-Length` mayor que el cuerpo, o una conexión muy lenta.',
    cure: 'Repite con la misma `Idempotency-Key`.',
  },
  reference_in_process: {
    cause: 'Otra petición con la misma clave se está atendiendo en este momento.',
    example: 'Dos envíos a la vez de la misma venta.',
    cure: AGAIN,
  },
  reference_in_review: {
    cause: 'La venta ya se emitió y su respuesta de SUNAT espera a una persona.',
    example: 'Repetir una venta con `referencia.estado` `en_revision`.',
    cure: 'No la emitas con otra clave: avisa al operador.',
  },
  reference_different: {
    cause: 'La clave ya pertenece a otra venta.',
    example: 'Un contador de claves que empezó otra vez, o una venta cambiada después de emitirla.',
    cure:
      'Para una venta nueva, una clave nueva. Lo que se emitió con ella está en ' +
      'comprobante.enlace.',
  },
  reference_archived: {
    cause: 'La clave es de un comprobante de hace tiempo, y el archivo de su mes no se puede leer.',
    example: 'Repetir una venta de hace dos años, cuyo archivo alguien movió.',
    cure: 'No la emitas con otra clave: su número es el que ya tienes. El operador la encuentra.',
  },
  certificate_missing: {
    cause: 'La empresa no tiene certificado digital.',
    example: 'Emitir antes de terminar la configuración.',
    cure: IN_PANEL,
  },
  certificate_expired: {
    cause: 'El certificado digital venció o todavía no empieza.',
    example: 'El certificado venció anoche.',
    cure: IN_PANEL,
  },
  certificate_of_another: {
    cause: 'El certificado digital es de otro RUC.',
    example: 'El certificado de otra empresa del grupo.',
    cure: IN_PANEL,
  },
  access_missing: {
    cause: 'Falta el usuario SOL con el que se envía a SUNAT.',
    example: 'Emitir antes de terminar la configuración.',
    cure: IN_PANEL,
  },
  body_too_large: {
    cause: 'El cuerpo pasa de 2,000,000 bytes, ya descomprimido.',
    example: 'Una imagen en `extras`.',
    cure: 'Quita lo que no sea de la venta.',
  },
  content_type: {
    cause: 'Falta `Content-Type: application/json`.',
    example: '`curl --data` sin esa cabecera envía un formulario.',
    cure: 'Añade la cabecera.',
  },
  content_encoding: {
    cause: 'El cuerpo viene comprimido de una forma que no se admite.',
    example: '`Content-Encoding: zstd`',
    cure: 'Envíalo sin comprimir, o con gzip, deflate o br.',
  },
  invalid: {
    cause: 'Uno o más campos no son válidos. Están todos en `errores`, cada uno con su camino.',
    example:
      '`"errores": {"items.0.cantidad": ["La cantidad debe ser un número mayor que cero."]}`',
    cure:
      'Corrige los campos y envía con la misma clave: no se registró nada ni se gastó un ' +
      'número.',
  },
  rate_limited: {
    cause: 'La credencial pasó su límite de peticiones por minuto.',
    example: 'Consultar mil comprobantes en un bucle sin pausas.',
    cure: 'Espera `Retry-After` segundos. `RateLimit` dice en cada respuesta cuántas te quedan.',
  },
  attempts_limited: {
    cause: 'Desde tu dirección llegaron muchas credenciales equivocadas.',
    example: 'Un programa que reintenta un 401.',
    cure: 'No reintentes un 401: corrige las credenciales y espera `Retry-After`.',
  },
  headers_too_large: {
    cause: 'Las cabeceras pasan de 16 kB.',
    example: 'Cookies de otra aplicación.',
    cure: 'Envía solo las cabeceras de esta página.',
  },
  query_unavailable: {
    cause: 'La base de datos no responde.',
    example: 'Un `GET` durante un mantenimiento.',
    cure: 'Espera lo que dice `Retry-After` y repite.',
  },
  unavailable: {
    cause: 'La base de datos no responde, y la petición no registró nada.',
    example: 'Un `POST` durante un mantenimiento.',
    cure: AGAIN,
  },
  overloaded: {
    cause: 'Hay más ventas esperando que las que se pueden registrar.',
    example: 'Un pico de carga.',
    cure: AGAIN,
  },
  unconfirmed: {
    cause:
      'La venta se envió a la base de datos y la confirmación no llegó: puede estar registrada.',
    example: 'La base de datos se cortó en ese instante.',
    cure: AGAIN,
  },
  restoring: {
    cause: 'El operador está restaurando una copia de la base de datos.',
    example: 'Después de perder un disco.',
    cure: AGAIN,
  },
  internal: {
    cause: 'Un defecto del servicio.',
    example: '—',
    cure: `${AGAIN} Si continúa, indica el \`solicitud_id\` a soporte.`,
  },
};
