/**
 * The table of all messages about fields. Each says how to correct the field; `messageFor` fills in
 * the placeholders in braces.
 */

export const MESSAGES = {
  required: 'Envía {la}: es un dato obligatorio.',
  text: '{La} {debe} enviarse como texto, entre comillas.{llego}',
  blank: 'Escribe {la}: no puede quedar en blanco.',
  empty: '{La} {llega} como texto vacío: si no {tiene} valor, envía null u omite el campo.',
  long: '{La} {debe} tener como máximo {limite} caracteres y {llega} con {largo}.',
  short: '{La} {debe} tener al menos {limite} caracteres.{llego}',
  number: '{La} {debe} enviarse como número, sin comillas ni símbolos.{llego}',
  positive: '{La} {debe} ser un número mayor que cero.{llego}',
  not_negative: '{La} {debe} ser un número mayor o igual que cero.{llego}',
  percent: '{La} {debe} ser un número de 0 a 100.{llego}',
  percent_below: '{La} {debe} ser un número de 0 a 99.99.{llego}',
  factor: '{La} {debe} ser un número de 0 a 1.{llego}',
  large: '{La} {debe} ser un número con 12 cifras enteras como máximo.{llego}',
  cents: '{La} {debe} tener como máximo 2 decimales.{llego}',
  integer: '{La} {debe} ser un número entero de 1 a 99999999.{llego}',
  boolean: '{La} {debe} ser true o false.{llego}',
  date: '{La} {debe} ser una fecha real con el formato AAAA-MM-DD, por ejemplo 2026-03-15.{llego}',
  email: '{La} {debe} ser una dirección válida, por ejemplo cliente@empresa.pe.{llego}',
  one_of: '{La} {debe} ser uno de estos valores: {valores}.{llego}',
  object: '{La} {debe} ser un objeto JSON.{llego}',
  array: '{La} {debe} ser una lista JSON.{llego}',
  few: '{La} {debe} tener al menos un elemento.',
  many: '{La} {debe} tener como máximo {limite} elementos y {llega} con {largo}.',
  unknown: 'El campo «{campo}» no existe: quítalo o corrige su nombre.',
  unknown_among:
    'El campo «{campo}» no existe: quítalo o corrige su nombre. Aquí se admiten: {valores}.',
  misspelt: 'El campo «{campo}» no existe: ¿quisiste escribir «{parecido}»?',
  company: 'Los datos de la empresa se configuran en el panel: quita este campo.',
  characters:
    '{La} {contiene} un carácter de control u otro que no se admite ({caracter}): quítalo.',
  deep: 'El JSON tiene más de {limite} niveles: reduce su profundidad.',
  crowded: '{La} {tiene} demasiados datos: reduce su contenido.',
  infinite: '{La} {debe} ser un número que no exceda el rango de JSON.',
  extras_large:
    'Los extras deben ocupar como máximo {limite} caracteres en JSON: reduce su contenido.',
  too_many_faults:
    'Hay más errores que los listados: corrige estos y vuelve a enviar el comprobante.',

  key_required:
    'Envía la cabecera Idempotency-Key con una referencia propia de la venta y consérvala ' +
    'en los reintentos.',
  key_pattern:
    'La cabecera Idempotency-Key debe tener de 1 a 128 letras, dígitos, puntos, guiones, ' +
    'guiones bajos o dos puntos, y empezar con letra o dígito.{llego}',
  format: 'El formato debe ser uno de estos valores: {valores}.{llego}',

  series_boleta:
    'La serie de una boleta debe ser la letra B seguida de 3 letras mayúsculas o dígitos, ' +
    'por ejemplo B001.{llego}',
  series_factura:
    'La serie de una factura debe ser la letra F seguida de 3 letras mayúsculas o dígitos, ' +
    'por ejemplo F001.{llego}',
  send_later:
    'El campo enviar_automatico debe omitirse o ser true: no se crean comprobantes para ' +
    'enviarlos después.{llego}',
  two_digits: '{La} {debe} ser un texto de exactamente 2 dígitos.{llego}',
  three_digits: '{La} {debe} ser un texto de exactamente 3 dígitos.{llego}',
  four_digits: '{La} {debe} ser un texto de exactamente 4 dígitos.{llego}',
  series: '{La} {debe} tener de 1 a 4 letras mayúsculas o dígitos, por ejemplo F001.{llego}',
  guide_number:
    'El número de la guía debe ser un texto de 1 a 30 caracteres sin espacios, por ejemplo ' +
    'T001-123.{llego}',
  account: '{La} {debe} tener el número de la cuenta, por ejemplo 00-068-123456.{llego}',
  unit:
    'La unidad debe ser un código del catálogo 03 de SUNAT, por ejemplo NIU para productos o ' +
    'ZZ para servicios.{llego}',
  sunat_code: 'El código de producto SUNAT debe ser un texto de exactamente 8 dígitos.{llego}',
  whole_number: '{La} {debe} ser un texto de 1 a 8 dígitos.{llego}',
  joined_number: '{La} {debe} unir serie y número con un guion, por ejemplo F001-123.{llego}',
  no_spaces: '{La} {debe} ser un texto de 1 a 15 caracteres sin espacios ni la barra |.{llego}',
  one_line: '{La} no {puede} tener saltos de línea ni tabulaciones.',

  invoice_needs_ruc: 'Una factura requiere un cliente con RUC: envía el tipo de documento 6.',
  ruc_length: 'El RUC debe contener exactamente 11 dígitos.',
  ruc_prefix: 'El RUC debe empezar con 10 o 20.',
  dni_length: 'El DNI debe contener exactamente 8 dígitos.',
  credit_needs_instalments:
    'Las cuotas son obligatorias cuando la forma de pago es Credito: envía al menos una.',
  cash_has_instalments:
    'Las cuotas solo se envían cuando la forma de pago es Credito: quítalas o cambia la ' +
    'forma de pago.',
  instalment_first: 'La fecha de pago de la cuota debe ser posterior a la fecha de emisión.',
  instalment_before: 'La fecha de pago de la cuota no puede ser anterior a la fecha de emisión.',
  due_first: 'La fecha de vencimiento no puede ser anterior a la fecha de emisión.',
  repeated_legend: 'El código de leyenda está repetido: envíalo una sola vez.',
  repeated_guide: 'La guía está repetida: envíala una sola vez.',
  discount_amount: 'Envía el monto, o bien el factor o el porcentaje del descuento.',
  discount_reading:
    'El porcentaje {valores} y el monto enviado es {recibido}: corrige uno de los tres.',
  discount_twice: 'Envía el factor o el porcentaje del descuento, no los dos.',
  isc_system: 'Indica en tip_sis_isc el sistema de cálculo del ISC: 01, 02 o 03.',
  alias_twice: 'El mismo dato llegó con dos nombres, «{campo}» y «{parecido}»: envía uno solo.',
  operation_twice:
    'El tipo de operación de la detracción no es el del comprobante: envía el mismo o quítalo.',

  series_closed:
    'La serie no está activa para la empresa: revisa en el panel las series configuradas.',
  series_inactive:
    'La serie {recibido} no está activa para la empresa: envía una de las activas, como {valores}.',
  series_unbegun:
    'La serie se usó en otro ambiente y en este aún no empieza: en el panel, en Series, ' +
    'elige con qué número empieza o sigue aquí.',
  series_exhausted: 'La serie llegó a su último número, 99999999: usa otra serie.',
  number_taken:
    'El correlativo ya fue usado en esta serie: envía otro, o ninguno para que se asigne ' +
    'el siguiente.',
  number_far:
    'El correlativo se adelanta más de {limite} números a su serie: corrígelo, o pide en ' +
    'el panel que dos personas muevan la serie.',
} as const;

export type MessageKey = keyof typeof MESSAGES;

/** Values for the placeholders of a message, besides the label. */
export interface Details {
  limite?: number | undefined;
  /** What a limit was exceeded by. */
  largo?: number | undefined;
  /** What was sent, which the message repeats. */
  recibido?: string | undefined;
  /** What to send in its place. */
  cura?: string | undefined;
  valores?: string | undefined;
  campo?: string | undefined;
  parecido?: string | undefined;
  /** A character that is refused, and its place. */
  caracter?: string | undefined;
}

/** The message for a field by its label: messageFor('positive', 'La cantidad'). */
export function messageFor(key: MessageKey, label = 'El dato', details: Details = {}): string {
  const many = label.startsWith('Los ') || label.startsWith('Las ');
  const words: Record<string, string> = {
    La: label,
    la: label.charAt(0).toLowerCase() + label.slice(1),
    debe: many ? 'deben' : 'debe',
    puede: many ? 'pueden' : 'puede',
    llega: many ? 'llegan' : 'llega',
    tiene: many ? 'tienen' : 'tiene',
    contiene: many ? 'contienen' : 'contiene',
    limite: String(details.limite),
    largo: String(details.largo ?? 'más'),
    recibido: details.recibido ?? '',
    llego: arrival(details),
    valores: details.valores ?? '',
    campo: details.campo ?? '',
    parecido: details.parecido ?? '',
    caracter: details.caracter ?? '',
  };
  return MESSAGES[key].replace(/\{(\w+)\}/g, (_, word: string) => words[word] ?? '');
}

/** The sentence about what was sent. */
const arrival = ({ recibido, cura }: Details): string => {
  if (recibido === undefined) return '';
  return ` Llegó ${recibido}${cura === undefined ? '' : `: ${cura}`}.`;
};
