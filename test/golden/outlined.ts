/** Formats XML with one element a line and without its signature, for readable diffs. */

export function outlined(xml: string): string {
  const unsigned = xml.replace(/<ds:Signature .*<\/ds:Signature>/s, '');
  const lines: string[] = [];
  let depth = 0;
  for (const [piece, closing, text] of unsigned.matchAll(/<(\/)?[^>]*>([^<]*)/g)) {
    const tag = piece.slice(0, piece.length - (text?.length ?? 0));
    const last = lines.length - 1;
    if (closing !== undefined) {
      depth -= 1;
      // an element without children ends on its own line
      if (lines[last]?.startsWith(`${'  '.repeat(depth)}<${tag.slice(2, -1)}`)) lines[last] += tag;
      else lines.push('  '.repeat(depth) + tag);
    } else {
      lines.push('  '.repeat(depth) + piece.trimEnd());
      if (!tag.startsWith('<?')) depth += 1;
    }
  }
  return `${lines.join('\n')}\n`;
}
