/** Writes the text of each glyph of a font (a CMap), so that the PDF can be searched and copied. */

/** The most entries that the format admits in a block. */
const BLOCK = 100;

export function toUnicode(
  characters: readonly (readonly [glyph: number, point: number])[],
): string {
  const rows = characters.map(([glyph, point]) => `<${hex(glyph)}> <${utf16(point)}>`);
  const blocks: string[] = [];
  for (let at = 0; at < rows.length; at += BLOCK) {
    const block = rows.slice(at, at + BLOCK);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}

const hex = (value: number): string => value.toString(16).padStart(4, '0');

function utf16(point: number): string {
  const text = String.fromCodePoint(point);
  return Array.from({ length: text.length }, (_, i) => hex(text.charCodeAt(i))).join('');
}
