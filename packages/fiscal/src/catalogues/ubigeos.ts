/** Finds the districts of Peru by code, and by name as a person types it. */
import { UBIGEO_TABLE } from './ubigeoTable.js';

export interface District {
  /** Six digits. */
  code: string;
  name: string;
  province: string;
  department: string;
}

const NAMES = new Map(
  UBIGEO_TABLE.trim()
    .split('\n')
    .map((line) => {
      const at = line.indexOf(' ');
      return [line.slice(0, at), line.slice(at + 1)] as const;
    }),
);

const nameOf = (code: string): string => NAMES.get(code) ?? '';

export const DISTRICTS: readonly District[] = [...NAMES]
  .filter(([code]) => code.length === 6)
  .map(([code, name]) => ({
    code,
    name,
    province: nameOf(code.slice(0, 4)),
    department: nameOf(code.slice(0, 2)),
  }));

const BY_CODE = new Map(DISTRICTS.map((district) => [district.code, district]));

export const districtOf = (code: string): District | undefined => BY_CODE.get(code);

/** Lince, Lima, Lima */
export const districtText = ({ name, province, department }: District): string =>
  `${name}, ${province}, ${department}`;

/**
 * The districts that a text may mean: first by the district's name, then with its province or
 * department behind it, in any order, without regard to accents and capitals.
 */
export function findDistricts(text: string): District[] {
  const wanted = plain(text);
  if (wanted === '') return [];
  const named = DISTRICTS.filter(({ name }) => plain(name) === wanted);
  if (named.length > 0) return named;
  return DISTRICTS.filter((district) => {
    const name = plain(district.name);
    if (wanted !== name && !wanted.startsWith(`${name} `)) return false;
    const where = plain(districtText(district)).split(' ');
    return wanted.split(' ').every((word) => where.includes(word));
  });
}

/** Whether a text has the name of the district, as a word or words of its own. */
export const namesDistrict = (text: string, { name }: District): boolean =>
  ` ${plain(text)} `.includes(` ${plain(name)} `);

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
