/** Announces the first text of a sale that the PDF cannot draw whole. */
import type { Warning } from '@rafaga/contract';
import type { Sale } from '@rafaga/fiscal';
import { boxedCharacters } from '@rafaga/pdf';

type Path = readonly (string | number)[];

/**
 * One is enough to see that the sale has such characters.
 * @param json the sale as it is stored: where it has no such character, no text has one
 */
export function boxedTexts({ extras: _, ...sale }: Sale, json: string): Warning[] {
  if (boxedCharacters(json).length === 0) return [];
  for (const [at, text] of textsOf(sale, [])) {
    const boxed = boxedCharacters(text);
    if (boxed.length > 0)
      return [
        {
          code: 'sin_letra',
          at,
          text:
            `El PDF no tiene letra para ${boxed.join(' ')}: en su lugar imprime un cuadro. SUNAT ` +
            'recibe el texto completo.',
        },
      ];
  }
  return [];
}

function* textsOf(value: unknown, at: Path): Generator<[Path, string]> {
  if (typeof value === 'string') yield [at, value];
  else if (typeof value === 'object' && value !== null)
    for (const [name, each] of Object.entries(value))
      yield* textsOf(each, [...at, Array.isArray(value) ? Number(name) : name]);
}
