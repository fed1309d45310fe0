/** Encodes texts in the code pages of ticket printers; each character is one byte, one column. */

export type CodePage = 'cp850' | 'cp858' | 'wpc1252';

/** The characters of the bytes 0x80 to 0xFF; a middle dot stands for control codes. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀' +
  'ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';
const WPC1252 =
  '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ' +
  Array.from({ length: 96 }, (_, i) => String.fromCharCode(0xa0 + i)).join('');

/** The number of ESC t, and the characters of the upper half. */
export const CODE_PAGES: Readonly<Record<CodePage, { table: number; upper: string }>> = {
  cp850: { table: 2, upper: CP850 },
  cp858: { table: 19, upper: CP850.replace('ı', '€') },
  wpc1252: { table: 16, upper: WPC1252 },
};

/** Written in ASCII where a code page lacks them. */
const PLAIN: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '−': '-',
  '…': '...',
  '›': '>',
  '№': 'N.',
  '→': '->',
  '\u00a0': ' ',
};

/** Replaces what the code page lacks: accents go first, a letter that stays unknown is a "?". */
export function printable(text: string, codePage: CodePage): string {
  const { upper } = CODE_PAGES[codePage];
  const known = (character: string) => /[\n -~]/.test(character) || upper.includes(character);
  return [...text.normalize('NFC')]
    .map((character) => {
      if (PLAIN[character] && (character === '\u00a0' || !known(character)))
        return PLAIN[character];
      if (known(character)) return character;
      const bare = [...character.normalize('NFKD')].filter(known).join('');
      return bare === '' ? (/\p{M}|\p{Cf}/u.test(character) ? '' : '?') : bare;
    })
    .join('');
}

/** @param text as `printable` gives it */
export function encoded(text: string, codePage: CodePage): Buffer {
  const { upper } = CODE_PAGES[codePage];
  return Buffer.from(
    [...text].map((character) => {
      const at = upper.indexOf(character);
      return at < 0 ? character.charCodeAt(0) : 0x80 + at;
    }),
  );
}
