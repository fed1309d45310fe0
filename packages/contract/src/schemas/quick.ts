/**
 * Says yes to most valid bodies without asking Joi, which needs 4 ms for 500 lines. `isItem` is
 * equal to the schema of a line; `isPlain` knows the everyday fields of a document and leaves the
 * rare blocks to Joi. A test holds both to it.
 */
import { isUnit, type Kind } from '@rafaga/fiscal';
import { hasForbidden, longerThan } from '../characters.js';
import { isAmount, isDate, isFactor, isPercent, isPrice, isQuantity, isTotal } from '../numbers.js';
import type { ItemBody, SaleBody } from '../wire.js';
import { CLIENT_DOCUMENTS, NUM_DOC } from './client.js';
import { LINE_DISCOUNTS } from './discounts.js';
import { MOST_INSTALMENTS, MOST_ITEMS, MOST_NUMBER, SERIES } from './document.js';
import { AFFECTATIONS, ISC_SYSTEMS, MOST_DISCOUNTS, SUNAT_CODE } from './item.js';

type Fields = Record<string, unknown>;

/** A value that JSON writes in braces. */
export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && !longerThan(value, most) && !hasForbidden(value);

const isWords = (value: unknown, most: number, least = 1): value is string =>
  isText(value, most) && value.trim().length >= least;

/** Whether Joi would accept this line, and no text of it holds a forbidden character. */
export function isItem(value: unknown): value is ItemBody {
  if (!isObject(value)) return false;
  let required = 0;
  for (const key in value) {
    const field = value[key];
    switch (key) {
      case 'descripcion':
        if (!isWords(field, 500)) return false;
        required++;
        break;
      case 'unidad':
        if (typeof field !== 'string' || !isUnit(field)) return false;
        required++;
        break;
      case 'cantidad':
        if (!isQuantity(field)) return false;
        required++;
        break;
      case 'precio_unitario':
        if (!isPrice(field)) return false;
        required++;
        break;
      default:
        if (!isOptional(key, field)) return false;
    }
  }
  return required === 4;
}

function isOptional(key: string, field: unknown): boolean {
  switch (key) {
    case 'codigo':
      return isText(field, 30);
    case 'tip_afe_igv':
      return typeof field === 'string' && AFFECTATIONS.includes(field);
    case 'porcentaje_igv':
      return isPercent(field);
    case 'mto_valor_unitario':
    case 'isc':
    case 'porcentaje_isc':
    case 'icbper':
    case 'factor_icbper':
      return isPrice(field);
    case 'mto_valor_venta':
    case 'mto_base_igv':
    case 'igv':
    case 'total_impuestos':
      return isTotal(field);
    case 'cod_producto_sunat':
      return typeof field === 'string' && SUNAT_CODE.test(field);
    case 'tip_sis_isc':
      return typeof field === 'string' && ISC_SYSTEMS.includes(field);
    case 'descuentos':
      return Array.isArray(field) && field.length <= MOST_DISCOUNTS && field.every(isDiscount);
    default:
      return false;
  }
}

function isDiscount(value: unknown): boolean {
  if (!isObject(value)) return false;
  for (const key in value) {
    const field = value[key];
    switch (key) {
      case 'cod_tipo':
        if (typeof field !== 'string' || !LINE_DISCOUNTS.includes(field)) return false;
        break;
      case 'monto':
        if (!isAmount(field)) return false;
        break;
      case 'monto_base':
        if (field !== null && !isAmount(field)) return false;
        break;
      case 'factor':
        if (!isFactor(field)) return false;
        break;
      case 'porcentaje':
        if (field !== null && !isPercent(field)) return false;
        break;
      default:
        return false;
    }
  }
  const given =
    (value.factor === undefined ? 0 : 1) +
    (value.porcentaje === undefined || value.porcentaje === null ? 0 : 1);
  return given === 1 || (given === 0 && value.monto !== undefined);
}

/** Whether the document has everyday fields only, and Joi would accept it. */
export function isPlain(kind: Kind, body: Fields): body is Fields & SaleBody {
  let required = 0;
  for (const key in body) {
    const field = body[key];
    switch (key) {
      case 'serie':
        if (typeof field !== 'string' || !SERIES[kind].test(field)) return false;
        required++;
        break;
      case 'fecha_emision':
        if (!isDate(field)) return false;
        required++;
        break;
      case 'cliente':
        if (!isClient(field)) return false;
        required++;
        break;
      case 'items':
        if (
          !Array.isArray(field) ||
          field.length < 1 ||
          field.length > MOST_ITEMS ||
          !field.every(isItem)
        )
          return false;
        required++;
        break;
      default:
        if (!isEveryday(key, field)) return false;
    }
  }
  return required === 4;
}

function isEveryday(key: string, field: unknown): boolean {
  switch (key) {
    case 'tipo_moneda':
      return field === 'PEN' || field === 'USD' || field === 'EUR';
    case 'forma_pago':
      return field === 'Contado' || field === 'Credito';
    case 'correlativo':
      return (
        typeof field === 'number' && Number.isInteger(field) && field >= 1 && field <= MOST_NUMBER
      );
    case 'fecha_vencimiento':
      return isDate(field);
    case 'cuotas':
      return Array.isArray(field) && field.length <= MOST_INSTALMENTS && field.every(isInstalment);
    case 'observacion':
      return isText(field, 500);
    case 'enviar_automatico':
      return field === true;
    case 'mto_igv':
    case 'mto_imp_venta':
    case 'mto_oper_exoneradas':
    case 'mto_oper_gravadas':
    case 'mto_oper_inafectas':
    case 'sub_total':
    case 'total_impuestos':
    case 'valor_venta':
      return isTotal(field);
    default:
      return false;
  }
}

function isInstalment(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { monto, fecha_pago, ...others } = value;
  return isAmount(monto) && monto > 0 && isDate(fecha_pago) && Object.keys(others).length === 0;
}

/** Addresses as most are: anything else is for Joi to judge. */
const PLAIN_EMAIL =
  /^[A-Za-z0-9_-]+(?:[.+][A-Za-z0-9_-]+)*@[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*(?:\.[A-Za-z]{2,10})+$/;

function isClient(value: unknown): boolean {
  if (!isObject(value)) return false;
  let required = 0;
  for (const key in value) {
    const field = value[key];
    switch (key) {
      case 'tipo_doc':
        if (typeof field !== 'string' || !CLIENT_DOCUMENTS.includes(field)) return false;
        required++;
        break;
      case 'num_doc':
        if (typeof field !== 'string' || !NUM_DOC.test(field) || hasForbidden(field)) return false;
        required++;
        break;
      case 'razon_social':
        if (!isWords(field, 1500, 3)) return false;
        required++;
        break;
      case 'direccion':
        if (!isText(field, 500)) return false;
        break;
      case 'email':
        if (typeof field !== 'string' || field.length > 60 || !PLAIN_EMAIL.test(field))
          return false;
        break;
      case 'telefono':
        if (!isText(field, 20)) return false;
        break;
      default:
        return false;
    }
  }
  return required === 3;
}
