/** What the API's refusals mean to the person who sets a business up, and what to do about each. */

/** By the `codigo` of the API's answer. */
const WORDS: Readonly<Record<string, string>> = {
  acceso_inactivo: 'el negocio no está activo: actívalo y llama otra vez.',
  certificado_de_otro_ruc: 'el certificado es de otro RUC: sube el de este negocio.',
  certificado_faltante: 'falta el certificado: súbelo en Certificado.',
  certificado_no_vigente: 'el certificado no está vigente: sube otro.',
  codificacion_no_admitida: 'Content-Encoding no se admite: envía el cuerpo sin comprimir.',
  credenciales_invalidas: 'el secreto no es el de esta clave, o la credencial se revocó.',
  cuenta_de_prueba: 'es una cuenta de prueba: cámbialo en Ajustes para que pueda emitir.',
  cuerpo_no_objeto: 'el cuerpo no es un objeto JSON.',
  datos_invalidos: 'los datos de la venta no son válidos.',
  json_invalido: 'el cuerpo no es JSON: revisa comillas y comas.',
  limite_de_peticiones: 'hubo demasiadas llamadas en un minuto: espera y llama otra vez.',
  metodo_no_permitido: 'la ruta no admite ese método: se emite con POST.',
  referencia_con_otros_datos:
    'esa Idempotency-Key ya es de otra venta: usa una nueva para cada venta.',
  referencia_en_proceso: 'esa referencia aún se procesa: repite la llamada en unos segundos.',
  referencia_en_revision: 'esa referencia está en revisión: no emitas la venta con otra.',
  ruta_no_encontrada: 'la ruta no existe: es /v1/boletas o /v1/facturas.',
  tipo_de_contenido_no_admitido: 'falta la cabecera Content-Type: application/json.',
  tipo_deshabilitado: 'ese tipo de comprobante no está habilitado: elígelo en Ajustes.',
  usuario_sol_faltante: 'falta el usuario SOL: escríbelo en SUNAT.',
};

export const refusalText = (code: string, fields: readonly string[]): string => {
  const words = WORDS[code] ?? `la API respondió ${code}.`;
  const wrong = fields.filter((name) => name !== '_general');
  return wrong.length > 0 ? `${words} Revisa: ${wrong.join(', ')}.` : words;
};
