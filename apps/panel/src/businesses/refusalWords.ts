/** What the API's refusals mean to the person who sets a business up, and what to do about each. */
import type { REFUSALS, Reason } from '@rafaga/contract';

type Code = (typeof REFUSALS)[Reason]['codigo'];

const WORDS: Readonly<Record<Code, string>> = {
  acceso_inactivo: 'el negocio no está activo: actívalo y llama otra vez.',
  archivo_danado: 'el archivo guardado está dañado o falta: avisa a quien cuida los servidores.',
  archivo_no_disponible: 'el archivo aún no está: repite la descarga más tarde.',
  archivo_no_emitido: 'se descartó sin firmarse: no tiene ese archivo.',
  cabeceras_demasiado_grandes: 'las cabeceras son demasiado grandes: redúcelas.',
  cdr_no_emitido: 'se rechazó sin constancia (CDR): no la habrá.',
  cdr_no_recuperado: 'su constancia (CDR) no se pudo recuperar: descárgala de SOL.',
  cdr_presumido: 'se da por aceptado sin prueba: no tiene constancia (CDR).',
  certificado_de_otro_ruc: 'el certificado es de otro RUC: sube el de este negocio.',
  certificado_faltante: 'falta el certificado: súbelo en Certificado.',
  certificado_no_vigente: 'el certificado no está vigente: sube otro.',
  codificacion_no_admitida:
    'ese Content-Encoding no se admite: envía el cuerpo sin comprimir, o con gzip.',
  comprobante_archivado: 'existe, y el archivo de su mes no se puede leer: no lo emitas otra vez.',
  consulta_no_disponible: 'no se pudo consultar: repite la llamada más tarde.',
  credenciales_faltantes: 'faltan las cabeceras X-Api-Key y X-Api-Secret.',
  credenciales_invalidas: 'el secreto no es el de esta clave, o la credencial se revocó.',
  cuenta_de_prueba: 'es una cuenta de prueba: cámbialo en Ajustes para que pueda emitir.',
  cuerpo_demasiado_grande: 'el cuerpo pasa de 2,000,000 bytes: redúcelo.',
  cuerpo_no_objeto: 'el cuerpo no es un objeto JSON.',
  datos_invalidos: 'los datos de la venta no son válidos: corrige los campos y repite la llamada.',
  demasiados_intentos: 'hubo demasiados intentos sin el secreto correcto: espera.',
  documento_no_encontrado: 'el negocio no tiene un comprobante con ese id.',
  emision_sin_confirmar: 'no se pudo confirmar: repite la llamada con la misma referencia.',
  error_interno:
    'falló Ráfaga: repite la llamada con la misma referencia y, si sigue, avisa a quien ' +
    'mantiene el programa.',
  json_invalido: 'el cuerpo no es JSON: revisa comillas y comas.',
  limite_de_peticiones: 'hubo demasiadas llamadas en un minuto: espera y llama otra vez.',
  metodo_no_permitido: 'la ruta no admite ese método: se emite con POST.',
  peticion_incompleta: 'no llegó completa: repítela con la misma referencia.',
  peticion_mal_formada: 'la petición HTTP está mal formada: revisa la ruta y las cabeceras.',
  referencia_archivada:
    'esa referencia es de un comprobante ya emitido, cuyo archivo no se puede leer.',
  referencia_con_otros_datos:
    'esa Idempotency-Key ya es de otra venta: usa una nueva para cada venta.',
  referencia_en_proceso: 'esa referencia aún se procesa: repite la llamada en unos segundos.',
  referencia_en_revision: 'esa referencia está en revisión: no emitas la venta con otra.',
  restauracion: 'hay una restauración abierta: repite la llamada cuando termine.',
  ruta_no_encontrada: 'la ruta no existe: es /v1/boletas o /v1/facturas.',
  servicio_no_disponible:
    'Ráfaga no pudo atenderla: repite la llamada más tarde con la misma referencia.',
  servicio_saturado: 'Ráfaga estaba saturado: repite la llamada más tarde con la misma referencia.',
  tipo_de_contenido_no_admitido: 'falta la cabecera Content-Type: application/json.',
  tipo_deshabilitado: 'ese tipo de comprobante no está habilitado: elígelo en Ajustes.',
  usuario_sol_faltante: 'falta el usuario SOL: escríbelo en SUNAT.',
};

/** @param code the `codigo` of the API's answer; one of another version is named as it is */
export const refusalText = (code: string, fields: readonly string[]): string => {
  const words = WORDS[code as Code] ?? `la API respondió ${code}.`;
  const wrong = fields.filter((name) => name !== '_general');
  return wrong.length > 0 ? `${words} Revisa: ${wrong.join(', ')}.` : words;
};
