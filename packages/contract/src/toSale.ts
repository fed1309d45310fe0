/**
 * A valid body as a `Sale`: English names, exact decimals, and the defaults that the specification
 * and this service set.
 */
import {
  type Advance,
  type Allowance,
  type Client,
  type Collaboration,
  type Detraction,
  type Kind,
  type Legend,
  type Line,
  type Payment,
  PERCEPTION,
  type Perception,
  perceptionFactor,
  type Sale,
} from '@rafaga/fiscal';
import { oneLine, plainLine } from './characters.js';
import { decimal, hundredth } from './decimal.js';
import { percentUnitOf } from './percentUnit.js';
import type {
  AdvanceBody,
  ClientBody,
  DetractionBody,
  DiscountBody,
  ItemBody,
  PaymentBody,
  PerceptionBody,
  SaleBody,
} from './wire.js';

export function toSale(kind: Kind, body: SaleBody, settings: { pricesIncludeTax: boolean }): Sale {
  const sale: Sale = {
    kind,
    series: body.serie,
    issueDate: body.fecha_emision,
    operation: operationOf(body),
    currency: body.tipo_moneda ?? 'PEN',
    pricesIncludeTax: settings.pricesIncludeTax,
    payment: body.forma_pago === 'Credito' ? 'credit' : 'cash',
    instalments: (body.cuotas ?? []).map(({ monto, fecha_pago }) => ({
      amount: decimal(monto),
      dueDate: fecha_pago,
    })),
    establishment: body.cod_local ?? '0000',
    client: toClient(body.cliente),
    lines: body.items.map(toLine),
    allowances: (body.descuentos_globales ?? []).map(toGlobalAllowance),
    advances: (body.anticipos ?? []).map(toAdvance),
    guides: (body.guias ?? []).map(({ tipo_doc, nro_doc }) => ({
      type: tipo_doc,
      number: nro_doc,
    })),
    legends: toLegends(body),
    payments: (body.pagos ?? []).map(toPayment),
  };
  if (typeof body.correlativo === 'number') sale.number = body.correlativo;
  if (typeof body.fecha_vencimiento === 'string') sale.dueDate = body.fecha_vencimiento;
  if (body.detraccion !== undefined) sale.detraction = toDetraction(body.detraccion);
  if (body.percepcion !== undefined)
    sale.perception = toPerception(body.percepcion, body.fecha_emision);
  if (says(body.observacion)) sale.note = body.observacion.replace(/\r\n?/g, '\n').trim();
  if (body.contrato_colaboracion !== undefined)
    sale.collaboration = toCollaboration(body.contrato_colaboracion);
  if (body.extras !== undefined) sale.extras = body.extras;
  return sale;
}

const says = (text: string | undefined): text is string => text !== undefined && text.trim() !== '';

/** A detraction or a perception names its own operation when the caller did not. */
function operationOf({ tipo_operacion, detraccion, percepcion }: SaleBody): string {
  if (tipo_operacion !== undefined) return tipo_operacion;
  if (detraccion !== undefined) return detraccion.tipo_operacion ?? '1001';
  return percepcion === undefined ? '0101' : '2001';
}

function toClient({
  tipo_doc,
  num_doc,
  razon_social,
  direccion,
  email,
  telefono,
}: ClientBody): Client {
  const client: Client = {
    documentType: tipo_doc,
    document: num_doc,
    name: plainLine(razon_social),
  };
  if (says(direccion)) client.address = oneLine(direccion);
  if (email !== undefined) client.email = email;
  if (says(telefono)) client.phone = oneLine(telefono);
  return client;
}

function toLine(item: ItemBody): Line {
  const line: Line = {
    description: oneLine(item.descripcion),
    unit: item.unidad,
    quantity: decimal(item.cantidad),
    unitPrice: decimal(item.precio_unitario),
    affectation: item.tip_afe_igv ?? '10',
    allowances: item.descuentos === undefined ? [] : item.descuentos.map(toLineAllowance),
  };
  if (says(item.codigo)) line.code = plainLine(item.codigo);
  if (item.cod_producto_sunat !== undefined) line.sunatCode = item.cod_producto_sunat;
  if (item.mto_valor_unitario !== undefined) line.unitValue = decimal(item.mto_valor_unitario);
  if (item.porcentaje_igv !== undefined) line.igvPercent = decimal(item.porcentaje_igv);
  if (item.tip_sis_isc !== undefined) addIsc(line, item.tip_sis_isc, item);
  addBags(line, item);
  return line;
}

/** An ISC of zero is how some callers say that there is none. */
function addIsc(line: Line, system: string, { isc, porcentaje_isc }: ItemBody): void {
  if (!isc && !porcentaje_isc) return;
  line.isc = { system };
  if (porcentaje_isc) line.isc.percent = decimal(porcentaje_isc);
  if (isc !== undefined) line.isc.amount = decimal(isc);
}

/** An amount of zero says that the line has no bags, whatever the factor beside it. */
function addBags(line: Line, { icbper, factor_icbper }: ItemBody): void {
  if (icbper === 0 || (!icbper && !factor_icbper)) return;
  line.icbper = {};
  if (factor_icbper) line.icbper.perBag = decimal(factor_icbper);
  if (icbper !== undefined) line.icbper.amount = decimal(icbper);
}

function toLineAllowance(discount: DiscountBody): Allowance {
  return toAllowance(
    discount.cod_tipo ?? '00',
    discount,
    typeof discount.porcentaje === 'number' ? hundredth(discount.porcentaje) : undefined,
  );
}

function toGlobalAllowance(discount: DiscountBody): Allowance {
  const { porcentaje } = discount;
  const unit = percentUnitOf(discount);
  const factor =
    typeof porcentaje !== 'number' || unit === 'unknown'
      ? undefined
      : unit === 'factor'
        ? decimal(porcentaje)
        : hundredth(porcentaje);
  return toAllowance(discount.cod_tipo ?? '02', discount, factor);
}

function toAllowance(
  code: string,
  { factor, monto, monto_base }: DiscountBody,
  fromPercent: string | undefined,
): Allowance {
  const allowance: Allowance = { code };
  const part = factor === undefined ? fromPercent : decimal(factor);
  if (part !== undefined) allowance.factor = part;
  if (typeof monto_base === 'number') allowance.base = decimal(monto_base);
  if (monto !== undefined) allowance.amount = decimal(monto);
  return allowance;
}

function toAdvance({
  tipo_doc,
  tipo_doc_rel,
  serie,
  correlativo,
  nro_doc_rel,
  monto,
  total,
}: AdvanceBody): Advance {
  return {
    documentType: tipo_doc ?? tipo_doc_rel ?? '',
    document: nro_doc_rel ?? `${serie}-${correlativo}`,
    amount: decimal(monto ?? total ?? 0),
  };
}

function toDetraction({
  cod_bien,
  porcentaje,
  cta_banco,
  cod_medio_pago,
  monto,
}: DetractionBody): Detraction {
  return {
    goods: cod_bien,
    percent: decimal(porcentaje),
    account: oneLine(cta_banco),
    means: cod_medio_pago ?? '001',
    amount: decimal(monto),
  };
}

function toPerception(body: PerceptionBody, day: string): Perception {
  const code = perceptionCode(body.cod_regimen ?? body.cod_reg ?? '');
  const perception: Perception = {
    code,
    factor:
      body.porcentaje === undefined
        ? (perceptionFactor(code, day) ?? '0')
        : asFactor(body.porcentaje),
    base: decimal(body.base ?? body.mto_base ?? 0),
    amount: decimal(body.monto ?? body.mto ?? 0),
  };
  if (body.mto_total !== undefined) perception.total = decimal(body.mto_total);
  return perception;
}

/** Callers write a régimen as catalogue 22 or as catalogue 53 has it; the XML has the latter. */
function perceptionCode(sent: string): string {
  return Object.keys(PERCEPTION).find((code) => PERCEPTION[code]?.regime === sent) ?? sent;
}

/**
 * Callers send 2 or 0.02 for two percent, 0.5 or 0.005 for a half: no régimen has more than 2 %, so
 * 0.02 parts them.
 */
const asFactor = (sent: number): string => (sent <= 0.02 ? decimal(sent) : hundredth(sent));

function toLegends({ leyenda, leyendas }: SaleBody): Legend[] {
  const legends = (leyendas ?? []).map(({ code, value }) => ({ code, text: plainLine(value) }));
  if (says(leyenda)) legends.push({ code: '1000', text: plainLine(leyenda) });
  return legends;
}

function toPayment({ metodo, monto, referencia, monto_recibido, notas }: PaymentBody): Payment {
  const payment: Payment = { method: oneLine(metodo), amount: decimal(monto) };
  if (says(referencia)) payment.reference = oneLine(referencia);
  if (monto_recibido !== undefined) payment.received = decimal(monto_recibido);
  if (says(notas)) payment.notes = oneLine(notas);
  return payment;
}

function toCollaboration({
  numero,
  tipo,
  descripcion,
  porcentaje,
}: NonNullable<SaleBody['contrato_colaboracion']>): Collaboration {
  return {
    number: oneLine(numero),
    type: tipo,
    description: oneLine(descripcion),
    percent: decimal(porcentaje),
  };
}
