/** Code 128 (ISO/IEC 15417): letters in set B, pairs of digits in set C, which is half as wide. */

/** The widths of bars and spaces of each symbol, 0 to 105. */
const WIDTHS =
  '212222222122222221121223121322131222122213122312132212221213221312231212112232122132' +
  '122231113222123122123221223211221132221231213212223112312131311222321122321221312212' +
  '322112322211212123212321232121111323131123131321112313132113132311211313231113231311' +
  '112133112331132131113123113321133121313121211331231131213113213311213131311123311321' +
  '331121312113312311332111314111221411431111111224111422121124121421141122141221112214' +
  '112412122114122411142112142211241211221114413111241112134111111242121142121241114212' +
  '124112124211411212421112421211212141214121412121111143111341131141114113114311411113' +
  '411311113141114131311141411131211412211214211232';
const STOP = '2331112';
const [START_B, SET_C] = [104, 99];
/** Fewer digits take no less room in set C. */
const MIN_DIGITS = 4;

export interface Bars {
  /** The black bars, in modules from the left. */
  bars: [from: number, width: number][];
  modules: number;
}

/** @param text printable ASCII, as `B001-123` */
export function code128(text: string): Bars {
  const symbols = [START_B, ...setsOf(text)];
  const check = symbols.reduce((sum, symbol, at) => sum + symbol * Math.max(1, at), 0) % 103;
  const widths = [...symbols, check].map((symbol) => WIDTHS.slice(6 * symbol, 6 * symbol + 6));
  const bars: Bars['bars'] = [];
  let modules = 0;
  [...widths.join(''), ...STOP].forEach((digit, at) => {
    if (at % 2 === 0) bars.push([modules, Number(digit)]);
    modules += Number(digit);
  });
  return { bars, modules };
}

/** The symbols of a text that begins in set B; an even run of digits at its end is in set C. */
function setsOf(text: string): number[] {
  const digits = /(?:\d\d)*$/.exec(text)?.[0] ?? '';
  const pairs = digits.length >= MIN_DIGITS ? (digits.match(/../g) ?? []) : [];
  const letters = [...text.slice(0, text.length - 2 * pairs.length)];
  return [
    ...letters.map((letter) => letter.charCodeAt(0) - 32),
    ...(pairs.length > 0 ? [SET_C, ...pairs.map(Number)] : []),
  ];
}
