/** Announces the first text of a sale that the PDF cannot draw whole. */
import type { Warning } from '@rafaga/contract';
import type { Sale } from '@rafaga/fiscal';
import { boxedCharacters } from '@rafaga/pdf';

type Path = readonly (string | number)[];

/**
 * One is enough to see that the sale has such characters.
 * @param json the sale as it is stored: where it has no such character, no text has one
 */
export function boxedTexts({ extras, ...sale }: Sale, json: string): Warning[] {
  if (boxedCharacters(json).length === 0) return [];
  // all that is printed of the extras
  const till = [extras?.caja, extras?.cajero].filter((each) => typeof each === 'string').join(' ');
  for (const [at, text] of textsOf({ ...sale, extras: till }, [])) {
    const boxed = boxedCharacters(text);
    if (boxed.length > 0)
      return [
        {
          code: 'sin_letra',
          at,
          text:
            `El PDF no tiene letra para ${boxed.join(' ')}: en su lugar imprime un cuadro. ` +
            `${isInXml(at) ? 'SUNAT recibe' : 'El registro guarda'} el texto completo.`,
        },
      ];
  }
  return [];
}

/** Payments and extras are printed, but never in the XML. */
const isInXml = ([part]: Path): boolean => part !== 'payments' && part !== 'extras';

function* textsOf(value: unknown, at: Path): Generator<[Path, string]> {
  if (typeof value === 'string') yield [at, value];
  else if (typeof value === 'object' && value !== null)
    for (const [name, each] of Object.entries(value))
      yield* textsOf(each, [...at, Array.isArray(value) ? Number(name) : name]);
}
