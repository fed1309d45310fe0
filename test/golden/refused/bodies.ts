/**
 * Requests one step beyond what each family of rules admits: the fields by which each differs from
 * a valid sale of two units of 59.00.
 */
export type Body = Record<string, unknown>;

const line = (own: Body): Body => ({ items: [{ ...ITEM, ...own }] });
const discounted = (discount: Body, own: Body = {}): Body =>
  line({ descuentos: [discount], ...own });
const adjusted = (...descuentos_globales: Body[]): Body => ({ descuentos_globales });
const client = (tipo_doc: string, num_doc: string, razon_social = 'John Smith'): Body => ({
  cliente: { tipo_doc, num_doc, razon_social },
});
const credit = (...cuotas: [monto: number, fecha_pago: string][]): Body => ({
  forma_pago: 'Credito',
  cuotas: cuotas.map(([monto, fecha_pago]) => ({ monto, fecha_pago })),
});
const advanced = (own: Body, ...discounts: Body[]): Body => ({
  anticipos: [{ tipo_doc: '02', serie: 'F001', correlativo: '9', monto: 59, ...own }],
  ...(discounts.length > 0 ? { descuentos_globales: discounts } : {}),
});
const detracted = (own: Body): Body => ({
  detraccion: { cod_bien: '037', porcentaje: 12, cta_banco: '00-068-1', monto: 14.16, ...own },
});
const perceived = (own: Body): Body => ({
  percepcion: { cod_regimen: '01', base: 118, monto: 2.36, ...own },
});

export const TODAY = '2026-03-02';
export const ITEM = {
  descripcion: 'Panel solar de 100 W',
  unidad: 'NIU',
  cantidad: 2,
  precio_unitario: 59,
};

export const REFUSED: Readonly<Record<string, Readonly<Record<string, Body>>>> = {
  dates: {
    'an issue date of tomorrow': { fecha_emision: '2026-03-03' },
    'a factura of four days ago': { fecha_emision: '2026-02-26' },
    'a document of six days ago': { fecha_emision: '2026-02-24' },
    'a due date before the issue': { fecha_vencimiento: '2026-03-01' },
    'a day that does not exist': { fecha_emision: '2026-02-29' },
    'a day as it is written in Peru': { fecha_emision: '02/03/2026' },
  },
  operation: {
    'a code that is not in the catalogue': { tipo_operacion: '0999' },
    'deductible expenses without their products': { tipo_operacion: '0112' },
    'an export of a taxed line': { tipo_operacion: '0200', ...client('7', 'AB123') },
    'a service used abroad': { tipo_operacion: '0201', ...client('7', 'AB123') },
    'two rates of IGV': {
      items: [
        { ...ITEM, porcentaje_igv: 18 },
        { ...ITEM, porcentaje_igv: 10.5 },
      ],
    },
  },
  client: {
    'a RUC of ten digits': client('6', '2060123456'),
    'a RUC that begins with 30': client('6', '30123456786'),
    'a DNI of nine digits': client('1', '123456789'),
    'a DNI as a number': { cliente: { tipo_doc: '1', num_doc: 12345678, razon_social: 'Ana' } },
    'a foreign document with a space': client('7', 'AB 123'),
    'a name of two letters': client('6', '20601234565', 'Al'),
    'an anonymous client above S/ 700.00': {
      ...client('0', '-', 'VARIOS'),
      ...line({ cantidad: 1, precio_unitario: 700.01 }),
    },
  },
  lines: {
    'a unit that is not in the catalogue': line({ unidad: 'UND' }),
    'a quantity of zero': line({ cantidad: 0 }),
    'a quantity as text': line({ cantidad: '2' }),
    'a price with its symbol': line({ precio_unitario: 'S/ 59.00' }),
    'a negative price': line({ precio_unitario: -0.01 }),
    'a price of zero': line({ precio_unitario: 0 }),
    'an affectation that is not in the catalogue': line({ tip_afe_igv: '18' }),
    'a rate that is not in force': line({ porcentaje_igv: 10 }),
    'a rate of a coming year': line({ porcentaje_igv: 15 }),
    'a gift without its value': line({ tip_afe_igv: '15', precio_unitario: 0 }),
    'rice beside another line': { items: [ITEM, { ...ITEM, tip_afe_igv: '17' }] },
    'a unit value that is not that of the price': line({ mto_valor_unitario: 50.02 }),
    'a product code of seven digits': line({ cod_producto_sunat: '5010150' }),
    'a value of thirteen digits': line({ cantidad: 999999999999, precio_unitario: 100 }),
    'a misspelt field': line({ precio_unitaro: 59 }),
    'an unknown field': line({ color: 'rojo' }),
  },
  taxes: {
    'an ISC without its system': line({ isc: 10 }),
    'an ISC without its rate or amount': line({ tip_sis_isc: '01', porcentaje_isc: 1000 }),
    'an amount of ISC that is not its rate': line({
      tip_sis_isc: '01',
      porcentaje_isc: 20,
      isc: 20,
    }),
    'an ISC of the whole price': line({ tip_sis_isc: '02', isc: 100 }),
    'half a bag': line({ cantidad: 0.5, factor_icbper: 0.5 }),
    'a tax that is not that of two bags': line({ icbper: 1.5 }),
    'a tax of a bag with six decimals': line({ factor_icbper: 0.500001 }),
  },
  allowances: {
    'a code of a document in a line': discounted({ cod_tipo: '02', monto: 1 }),
    'a code of a line in the document': adjusted({ cod_tipo: '00', monto: 1 }),
    'neither an amount nor a rate': discounted({ cod_tipo: '00' }),
    'a rate twice': discounted({ porcentaje: 10, factor: 0.1 }),
    'a rate and another amount': discounted({ porcentaje: 10, monto: 20 }),
    'a rate and the amount with IGV': discounted({ porcentaje: 10, monto: 11.8 }),
    'a rate of the price with IGV': discounted({ porcentaje: 10, monto_base: 118 }),
    'a rate, a base and another amount': discounted({ porcentaje: 10, monto_base: 100, monto: 15 }),
    'an amount above its base': discounted({ monto_base: 10, monto: 20 }),
    'more than the line': discounted({ monto: 100.01 }),
    'a percent or a factor that fits no amount': adjusted({
      cod_tipo: '02',
      porcentaje: 0.1,
      monto_base: 100,
      monto: 50,
    }),
    'the second of two that contradict themselves': adjusted(
      { cod_tipo: '03', monto: 5 },
      { cod_tipo: '03', porcentaje: 10, monto: 5 },
    ),
    'more than the taxed base': adjusted({ cod_tipo: '02', monto: 100.01 }),
    'a discount on the base of nothing taxed': {
      ...line({ tip_afe_igv: '20' }),
      ...adjusted({ cod_tipo: '02', monto: 10 }),
    },
    'a FISE of nothing': adjusted({ cod_tipo: '45', monto: 0 }),
    'a retention of more than the total': adjusted({ cod_tipo: '62', monto: 119 }),
    'three decimals': discounted({ monto: 1.005 }),
  },
  advances: {
    'a number of another kind of document': advanced({ tipo_doc: '02', serie: 'B001' }),
    'a number as a number': advanced({ correlativo: 9 }),
    'an amount of zero': advanced({ monto: 0 }),
    'more than the sale': advanced({ monto: 118.01 }),
    'the same twice': {
      anticipos: [
        { tipo_doc: '02', nro_doc_rel: 'F001-9', monto: 10 },
        { tipo_doc: '02', nro_doc_rel: 'F001-9', monto: 10 },
      ],
    },
    'two names of one amount': advanced({ total: 59 }),
    'deductions that are not the advance': advanced({}, { cod_tipo: '04', monto: 40 }),
    'a deduction without an advance': adjusted({ cod_tipo: '04', monto: 50 }),
  },
  payment: {
    'instalments more than a sol short': credit([116.99, '2026-03-03']),
    'an instalment above the total': credit([118.01, '2026-03-03']),
    'instalments that sum above the total': credit([60, '2026-03-03'], [59, '2026-03-04']),
    'an instalment of the day of issue': credit([118, '2026-03-02']),
    'an instalment of the day before': credit([118, '2026-03-01']),
    'a credit without instalments': { forma_pago: 'Credito' },
    'instalments of a cash sale': { cuotas: [{ monto: 118, fecha_pago: '2026-03-03' }] },
    'an accent too many': { forma_pago: 'Crédito' },
  },
  detraction: {
    'two soles more than its percent': detracted({ monto: 16.17 }),
    'half a sol more than its percent': detracted({ monto: 14.66 }),
    'goods that are not in the catalogue': detracted({ cod_bien: '999' }),
    'goods of a later day': detracted({ cod_bien: '038' }),
    'a deposit of zero': detracted({ monto: 0 }),
    'an operation with detracción and none': { tipo_operacion: '1001' },
    'a detracción of another operation': { ...detracted({}), tipo_operacion: '0200' },
    'without its account': { detraccion: { cod_bien: '037', porcentaje: 12, monto: 14.16 } },
  },
  perception: {
    'three céntimos more than its rate': perceived({ monto: 2.39 }),
    'a base above the total': perceived({ base: 118.01 }),
    'the rate of another regime': perceived({ porcentaje: 1 }),
    'a total that is not the sum': perceived({ mto_total: 120.39 }),
    'a sale on credit': { ...perceived({}), ...credit([118, '2026-03-03']) },
    'beside a detracción': { ...perceived({}), ...detracted({}) },
    'a regime that is not in the catalogue': perceived({ cod_regimen: '04' }),
  },
  references: {
    'a legend of 201 characters': { leyendas: [{ code: '2005', value: 'ñ'.repeat(201) }] },
    'the same legend twice': {
      leyendas: [
        { code: '2005', value: 'a' },
        { code: '2005', value: 'b' },
      ],
    },
    'the legend of an exemption without one': { leyendas: [{ code: '2001', value: 'Amazonía' }] },
    'the same guide twice': {
      guias: [
        { tipo_doc: '09', nro_doc: 'T001-1' },
        { tipo_doc: '09', nro_doc: 'T001-1' },
      ],
    },
  },
  totals: {
    'five hundred lines whose least tax is too much': {
      items: Array.from({ length: 500 }, () => ({
        ...ITEM,
        cantidad: 1,
        precio_unitario: 0.08,
        porcentaje_igv: 10.5,
      })),
    },
    'more than twelve digits in two lines': {
      items: [0, 1].map(() => ({ ...ITEM, cantidad: 999999, precio_unitario: 999999 })),
    },
    'no lines': { items: [] },
    '501 lines': { items: Array.from({ length: 501 }, () => ITEM) },
  },
};
