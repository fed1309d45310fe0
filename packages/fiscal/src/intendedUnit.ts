/**
 * The unit that a till meant by a usual abbreviation that is no code of catalogue 03, or is the
 * code of something else.
 */
import { isUnit } from './catalogues/units.js';

export interface IntendedUnit {
  code: string;
  /** In Spanish and in the plural. */
  name: string;
}

/** What tills write, by the code and the name of what they mean. */
const USUAL: readonly (readonly [code: string, name: string, written: string])[] = [
  ['NIU', 'unidades', 'U UN UND UNI UNID UNIDAD UNIDADES PZ PZA PIEZA PIEZAS PZAS PRODUCTO'],
  ['ZZ', 'servicios', 'SER SERV SRV SERVICIO SERVICIOS'],
  ['KGM', 'kilogramos', 'K KG KGS KILO KILOS KILOGRAMO KILOGRAMOS'],
  ['GRM', 'gramos', 'G GR GRS GRAMO GRAMOS'],
  ['TNE', 'toneladas', 'TN TON TM TONELADA TONELADAS'],
  ['LBR', 'libras', 'LB LBS LIBRA LIBRAS'],
  ['LTR', 'litros', 'L LT LTS LITRO LITROS'],
  ['MLT', 'mililitros', 'ML CC MILILITRO MILILITROS'],
  ['GLL', 'galones', 'GL GAL GLN GALON GALONES'],
  ['MTR', 'metros', 'M MT MTS METRO METROS'],
  ['CMT', 'centímetros', 'CM CENTIMETRO CENTIMETROS'],
  ['MTK', 'metros cuadrados', 'M2 MT2'],
  ['MTQ', 'metros cúbicos', 'M3 MT3'],
  ['BX', 'cajas', 'CAJ CJA CAJA CAJAS'],
  ['BG', 'bolsas', 'BLS BOL BOLSA BOLSAS'],
  ['BO', 'botellas', 'BOT BOTELLA BOTELLAS'],
  ['CA', 'latas', 'LAT LATA LATAS'],
  ['PK', 'paquetes', 'PAQ PQT PAQUETE PAQUETES'],
  ['SA', 'sacos', 'SAC SACO SACOS'],
  ['DZN', 'docenas', 'DOC DNA DOCENA DOCENAS'],
  ['CEN', 'cientos', 'CTO CIENTO CIENTOS'],
  ['MIL', 'millares', 'MLL MILLAR MILLARES'],
  ['PR', 'pares', 'PAR PARES'],
  ['SET', 'juegos', 'JGO JUEGO JUEGOS'],
  ['KT', 'kits', 'KIT KITS'],
  ['HUR', 'horas', 'H HR HRS HORA HORAS'],
  ['DAY', 'días', 'DIA DIAS'],
  ['MON', 'meses', 'MES MESES'],
];

const BY_WRITTEN: ReadonlyMap<string, IntendedUnit> = new Map(
  USUAL.flatMap(([code, name, written]) =>
    [code, ...written.split(' ')].map((text) => [text, { code, name }] as const),
  ),
);

/** Codes of the list that a till hardly ever means, with what they are. */
const RARE: Readonly<Record<string, string>> = {
  KG: 'barriles (keg)',
  MT: 'esteras',
  GL: 'gramos por litro',
  TN: 'latas (tin)',
  PZ: 'medidas de áridos (peck)',
};

/** Undefined when the text is no abbreviation that is known. */
export function intendedUnit(written: string): IntendedUnit | undefined {
  if (written.length > 20) return undefined;
  const text = written
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]/g, '')
    .toUpperCase();
  return BY_WRITTEN.get(text) ?? (isUnit(text) ? { code: text, name: 'esa unidad' } : undefined);
}

/** What a valid code stands for when it is usually written for another unit. */
export function mistakenUnit(code: string): { is: string; meant: IntendedUnit } | undefined {
  const is = Object.hasOwn(RARE, code) ? RARE[code] : undefined;
  const meant = BY_WRITTEN.get(code);
  return is === undefined || meant === undefined ? undefined : { is, meant };
}
