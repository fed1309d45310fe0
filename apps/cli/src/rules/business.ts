/** Reads the options that describe a business into its columns, and collects every mistake. */
import type { BusinessData } from '@rafaga/db';
import { faultOfRuc, faultOfUbigeo, hasUnprinted, policyOf } from '@rafaga/operations';
import { addressPolicy } from '@rafaga/runtime/network';
import { allowPrivate } from '../context/installation.js';
import type { Mistakes } from '../terminal/failure.js';
import { type Bounds, readWholeNumber } from './wholeNumber.js';

export interface BusinessFlags {
  ruc?: string;
  razonSocial?: string;
  nombreComercial?: string;
  direccion?: string;
  ubigeo?: string;
  preciosSinIgv?: boolean;
  preciosConIgv?: boolean;
  exonerado?: boolean;
  sinExonerado?: boolean;
  sinBoletas?: boolean;
  conBoletas?: boolean;
  sinFacturas?: boolean;
  conFacturas?: boolean;
  dePrueba?: boolean;
  limitePorMinuto?: string;
  saltoMaximo?: string;
  ambiente?: string;
  urlSunat?: string;
  urlConsulta?: string;
  respuestaPerdida?: string;
}

export const ENVIRONMENTS = {
  simulador: 'simulator',
  beta: 'beta',
  produccion: 'production',
} as const;
export const ENVIRONMENT_WORDS = Object.keys(ENVIRONMENTS) as (keyof typeof ENVIRONMENTS)[];
const HIGHEST_RATE = 100_000;
const HIGHEST_NUMBER = 99_999_999;

export function readRuc(ruc: string | undefined, mistakes: Mistakes, option = '--ruc'): string {
  const given = mistakes.required(option, ruc);
  const fault = ruc === undefined ? undefined : faultOfRuc(ruc);
  if (fault) mistakes.add(option, fault);
  return given;
}

/** Has only the given options: the others keep their value or get the default. */
export function readBusiness(flags: BusinessFlags, mistakes: Mistakes): BusinessData {
  if (flags.sinBoletas && flags.sinFacturas)
    mistakes.add('--sin-facturas', 'con --sin-boletas, el negocio no podría emitir nada.');
  const ubigeoFault = flags.ubigeo === undefined ? undefined : faultOfUbigeo(flags.ubigeo);
  if (ubigeoFault) mistakes.add('--ubigeo', ubigeoFault);
  const given = {
    legalName: text('--razon-social', flags.razonSocial, { least: 3, most: 1_500 }, mistakes),
    tradeName: text(
      '--nombre-comercial',
      flags.nombreComercial,
      { least: 1, most: 1_500 },
      mistakes,
    ),
    address: text('--direccion', flags.direccion, { least: 3, most: 200 }, mistakes),
    ubigeo: flags.ubigeo,
    ratePerMinute: readWholeNumber(
      '--limite-por-minuto',
      flags.limitePorMinuto,
      { most: HIGHEST_RATE },
      mistakes,
    ),
    maxNumberJump: readWholeNumber(
      '--salto-maximo',
      flags.saltoMaximo,
      { most: HIGHEST_NUMBER },
      mistakes,
    ),
    test: flags.dePrueba,
    boletas: either('--con-boletas', flags.conBoletas, flags.sinBoletas, mistakes),
    facturas: either('--con-facturas', flags.conFacturas, flags.sinFacturas, mistakes),
    pricesIncludeTax: either(
      '--precios-con-igv',
      flags.preciosConIgv,
      flags.preciosSinIgv,
      mistakes,
    ),
    exonerationAllowed: either('--exonerado', flags.exonerado, flags.sinExonerado, mistakes),
    unprovenPolicy: policy(flags.respuestaPerdida, mistakes),
    ...readAuthority(flags, mistakes),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** Reads a setting that has an option for yes and one for no. */
function either(
  at: string,
  yes: boolean | undefined,
  no: boolean | undefined,
  mistakes: Mistakes,
): boolean | undefined {
  if (yes && no) {
    mistakes.add(at, 'no se puede pedir junto con lo contrario.');
    return undefined;
  }
  return yes ? true : no ? false : undefined;
}

/** Reads a named environment, or custom addresses with the environment to which they belong. */
function readAuthority(
  flags: BusinessFlags,
  mistakes: Mistakes,
): Pick<BusinessData, 'authority' | 'billUrl' | 'consultUrl' | 'environment'> {
  const { ambiente, urlSunat, urlConsulta } = flags;
  if (urlSunat === undefined && urlConsulta !== undefined)
    mistakes.add('--url-consulta', 'va junto con --url-sunat.');
  const word = mistakes.oneOf('--ambiente', ambiente, ENVIRONMENT_WORDS);
  const named = word && ENVIRONMENTS[word];
  if (urlSunat !== undefined) {
    const policy = addressPolicy(allowPrivate());
    for (const [at, url] of Object.entries({
      '--url-sunat': urlSunat,
      '--url-consulta': urlConsulta,
    })) {
      const fault = url === undefined ? undefined : policy.fault(url);
      if (fault) mistakes.add(at, `${fault}.`);
    }
    return {
      authority: 'custom',
      billUrl: urlSunat,
      consultUrl: urlConsulta ?? null,
      ...(named && { environment: named }),
    };
  }
  return named ? { authority: named } : {};
}

function text(
  at: string,
  value: string | undefined,
  { least, most }: Required<Bounds>,
  mistakes: Mistakes,
): string | undefined {
  if (value === undefined) return undefined;
  const trimmed = value.trim();
  if (trimmed.length < least || trimmed.length > most)
    mistakes.add(at, `de ${least} a ${most} caracteres.`);
  if (hasUnprinted(trimmed)) mistakes.add(at, 'sin saltos de línea ni caracteres de control.');
  return trimmed;
}

function policy(word: string | undefined, mistakes: Mistakes): BusinessData['unprovenPolicy'] {
  const found = word === undefined ? undefined : policyOf(word);
  if (word !== undefined && !found)
    mistakes.add('--respuesta-perdida', 'elige revisar o presumir.');
  return found;
}
