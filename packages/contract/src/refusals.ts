/** The table of all refusals: HTTP status, code and message for the caller. */

/** What `json_invalid` says where its cause is known. */
export const NOT_JSON = {
  empty: 'No llegó ningún cuerpo: envía el comprobante como un objeto JSON.',
  encoding:
    'El cuerpo no se puede descomprimir como dice Content-Encoding: comprímelo así (deflate es ' +
    'zlib, RFC 1950) o quita la cabecera.',
} as const;

export const REFUSALS = {
  json_invalid: {
    status: 400,
    codigo: 'json_invalido',
    mensaje: 'El cuerpo no es JSON válido: corrige su sintaxis y envíalo en UTF-8.',
  },
  body_not_object: {
    status: 400,
    codigo: 'cuerpo_no_objeto',
    mensaje: 'El cuerpo debe ser un objeto JSON con los datos del comprobante.',
  },
  malformed_http: {
    status: 400,
    codigo: 'peticion_mal_formada',
    mensaje: 'La petición HTTP está mal formada: revisa la ruta y las cabeceras.',
  },
  credentials_missing: {
    status: 401,
    codigo: 'credenciales_faltantes',
    mensaje:
      'Envía las cabeceras X-Api-Key y X-Api-Secret con las credenciales de integración de ' +
      'la empresa.',
  },
  credentials_invalid: {
    status: 401,
    codigo: 'credenciales_invalidas',
    mensaje:
      'Las credenciales no son válidas o fueron revocadas: revísalas en el panel o genera otras.',
  },
  access_inactive: {
    status: 401,
    codigo: 'acceso_inactivo',
    mensaje: 'La empresa no tiene el acceso activo: pide su activación al operador del servicio.',
  },
  test_account: {
    status: 403,
    codigo: 'cuenta_de_prueba',
    mensaje:
      'Una cuenta de prueba no puede emitir comprobantes: usa las credenciales de una ' +
      'empresa activada.',
  },
  kind_disabled: {
    status: 403,
    codigo: 'tipo_deshabilitado',
    mensaje: 'Este tipo de comprobante no está habilitado para la empresa: habilítalo en el panel.',
  },
  route_unknown: {
    status: 404,
    codigo: 'ruta_no_encontrada',
    mensaje: 'La ruta no existe: revisa la dirección y el identificador de la versión.',
  },
  document_unknown: {
    status: 404,
    codigo: 'documento_no_encontrado',
    mensaje: 'No hay un comprobante de este tipo con ese identificador para la empresa.',
  },
  file_not_ready: {
    status: 404,
    codigo: 'archivo_no_disponible',
    mensaje:
      'El archivo todavía no está disponible: consulta el comprobante y vuelve a ' +
      'intentarlo más tarde.',
  },
  file_absent: {
    status: 404,
    codigo: 'archivo_no_emitido',
    mensaje:
      'El comprobante se descartó sin firmarse: no tiene este archivo ni lo tendrá. ' +
      'datos.fiscal dice por qué.',
  },
  file_damaged: {
    status: 404,
    codigo: 'archivo_danado',
    mensaje:
      'El archivo guardado está dañado o falta, y por eso no se entrega. Repetir la descarga no ' +
      'lo repara: indica el solicitud_id a soporte.',
  },
  cdr_lost: {
    status: 404,
    codigo: 'cdr_no_recuperado',
    mensaje:
      'SUNAT tiene este comprobante, pero su constancia (CDR) no se pudo recuperar: ' +
      'descárgala en SUNAT Operaciones en Línea.',
  },
  cdr_presumed: {
    status: 404,
    codigo: 'cdr_presumido',
    mensaje:
      'El comprobante se da por aceptado sin prueba (sustento presumido): no tiene ' +
      'constancia (CDR).',
  },
  cdr_absent: {
    status: 404,
    codigo: 'cdr_no_emitido',
    mensaje: 'El comprobante terminó rechazado sin constancia (CDR): no la habrá.',
  },
  record_archived: {
    status: 404,
    codigo: 'comprobante_archivado',
    mensaje:
      'Este comprobante existe, y el archivo de su mes no se puede leer: no emitas la venta otra ' +
      'vez. Indica el solicitud_id a soporte.',
  },
  method_not_allowed: {
    status: 405,
    codigo: 'metodo_no_permitido',
    mensaje: 'La ruta no admite este método HTTP: usa uno de los que indica la cabecera Allow.',
  },
  request_timeout: {
    status: 408,
    codigo: 'peticion_incompleta',
    mensaje: 'La petición no llegó completa a tiempo: envíala otra vez con la misma referencia.',
  },
  reference_in_process: {
    status: 409,
    codigo: 'referencia_en_proceso',
    mensaje:
      'Esta referencia todavía se está procesando: repite la petición en unos segundos con ' +
      'la misma Idempotency-Key.',
  },
  reference_in_review: {
    status: 409,
    codigo: 'referencia_en_revision',
    mensaje:
      'Esta referencia está en revisión: conserva la misma Idempotency-Key, no emitas la venta ' +
      'con otra y deja de repetir la petición. Su resultado aparecerá en comprobante.enlace.',
  },
  reference_different: {
    status: 409,
    codigo: 'referencia_con_otros_datos',
    mensaje:
      'Esta Idempotency-Key ya se usó con otros datos, los de comprobante.enlace: usa una ' +
      'referencia propia para cada venta.',
  },
  reference_archived: {
    status: 409,
    codigo: 'referencia_archivada',
    mensaje:
      'Esta Idempotency-Key es de un comprobante que ya se emitió y cuyo archivo no se ' +
      'puede leer: no emitas la venta otra vez. Para otra venta usa una referencia propia.',
  },
  certificate_missing: {
    status: 409,
    codigo: 'certificado_faltante',
    mensaje:
      'La empresa no tiene certificado digital: cárgalo en el panel y repite la petición ' +
      'con la misma referencia.',
  },
  certificate_expired: {
    status: 409,
    codigo: 'certificado_no_vigente',
    mensaje:
      'El certificado digital de la empresa no está vigente: carga otro en el panel y ' +
      'repite la petición con la misma referencia.',
  },
  certificate_of_another: {
    status: 409,
    codigo: 'certificado_de_otro_ruc',
    mensaje:
      'El certificado digital es de otro RUC: carga el de la empresa en el panel y repite ' +
      'la petición con la misma referencia.',
  },
  access_missing: {
    status: 409,
    codigo: 'usuario_sol_faltante',
    mensaje:
      'La empresa no tiene configurado su usuario SOL: regístralo en el panel y repite la ' +
      'petición con la misma referencia.',
  },
  body_too_large: {
    status: 413,
    codigo: 'cuerpo_demasiado_grande',
    mensaje: 'El cuerpo supera los 2,000,000 bytes: reduce su tamaño.',
  },
  content_type: {
    status: 415,
    codigo: 'tipo_de_contenido_no_admitido',
    mensaje: 'Envía el cuerpo con la cabecera Content-Type: application/json, en UTF-8.',
  },
  content_encoding: {
    status: 415,
    codigo: 'codificacion_no_admitida',
    mensaje:
      'La cabecera Content-Encoding no se admite: envía el cuerpo sin comprimir, o con ' +
      'gzip, deflate o br.',
  },
  invalid: {
    status: 422,
    codigo: 'datos_invalidos',
    mensaje:
      'Los datos no son válidos: corrige los campos indicados en errores y vuelve a enviarlos.',
  },
  rate_limited: {
    status: 429,
    codigo: 'limite_de_peticiones',
    mensaje:
      'Se superó el límite de peticiones por minuto: espera los segundos que indica la ' +
      'cabecera Retry-After.',
  },
  attempts_limited: {
    status: 429,
    codigo: 'demasiados_intentos',
    mensaje:
      'Hubo demasiados intentos con credenciales no válidas: espera los segundos que ' +
      'indica la cabecera Retry-After.',
  },
  headers_too_large: {
    status: 431,
    codigo: 'cabeceras_demasiado_grandes',
    mensaje: 'Las cabeceras de la petición son demasiado grandes: redúcelas.',
  },
  query_unavailable: {
    status: 503,
    codigo: 'consulta_no_disponible',
    mensaje: 'La consulta no está disponible en este momento: vuelve a intentarlo más tarde.',
  },
  unavailable: {
    status: 503,
    codigo: 'servicio_no_disponible',
    mensaje:
      'El servicio no está disponible: esta petición no registró nada, pero una anterior ' +
      'con la misma referencia pudo hacerlo. ' +
      'Conserva la misma Idempotency-Key y repite la petición más tarde con ella.',
  },
  overloaded: {
    status: 503,
    codigo: 'servicio_saturado',
    mensaje:
      'El servicio está saturado: esta petición no registró nada, pero una anterior con la ' +
      'misma referencia pudo hacerlo. ' +
      'Conserva la misma Idempotency-Key y repite la petición más tarde con ella.',
  },
  unconfirmed: {
    status: 503,
    codigo: 'emision_sin_confirmar',
    mensaje:
      'No se pudo confirmar la emisión: conserva la misma Idempotency-Key, repite la ' +
      'petición con ella y no generes otra referencia.',
  },
  restoring: {
    status: 503,
    codigo: 'restauracion',
    mensaje:
      'El servicio se está restaurando y por ahora no emite: conserva la misma ' +
      'Idempotency-Key, repite la petición más tarde con ella y no generes otra referencia.',
  },
  internal: {
    status: 503,
    codigo: 'error_interno',
    mensaje:
      'Ocurrió un error del servicio: conserva la misma Idempotency-Key, repite la ' +
      'petición y, si continúa, indica el solicitud_id a soporte.',
  },
} as const satisfies Record<string, { status: number; codigo: string; mensaje: string }>;

export type Reason = keyof typeof REFUSALS;
