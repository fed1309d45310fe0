/**
 * Estimates the cost of opening a certificate file from its bytes: the iterations that it demands
 * in all.
 */

const OCTETS = 0x04;
const CONSTRUCTED_OCTETS = 0x24;
const INTEGER = 0x02;
const OID = 0x06;
const SEQUENCE = 0x30;
const CONSTRUCTED = 0x20;
/** OID 1.3.6.1.4.1.11591.4.11, which no authority uses: scrypt has no iteration count. */
const SCRYPT = Buffer.from('2b06010401da47040b', 'hex');
const MAX_DEPTH = 40;

/**
 * Finds the integers after a salt in DER, where the parameters of the encryption and of a MAC have
 * their iteration counts. Zero for bytes that cannot be parsed.
 */
export function costOf(der: Buffer): number {
  let total = 0;
  const walk = (bytes: Buffer, depth: number) => {
    let before = 0;
    for (const { tag, content } of elements(bytes)) {
      if (tag === INTEGER && (before === OCTETS || before === CONSTRUCTED_OCTETS))
        total += countOf(content);
      if (tag === OID && content.equals(SCRYPT)) total = Number.POSITIVE_INFINITY;
      if (depth < MAX_DEPTH && (tag & CONSTRUCTED || (tag === OCTETS && holdsSequence(content))))
        walk(content, depth + 1);
      before = tag;
    }
  };
  walk(der, 0);
  return total;
}

/** Whether the bytes are exactly one sequence, unlike a cipher text. */
function holdsSequence(content: Buffer): boolean {
  const [only] = elements(content);
  return only?.tag === SEQUENCE && only.end === content.length;
}

function countOf(content: Buffer): number {
  return content.length > 6
    ? Number.POSITIVE_INFINITY
    : content.length === 0
      ? 0
      : content.readUIntBE(0, content.length);
}

/** The consecutive elements in some bytes, up to the first invalid one. */
function* elements(bytes: Buffer): Generator<{ tag: number; content: Buffer; end: number }> {
  for (let at = 0; at + 2 <= bytes.length; ) {
    const tag = bytes[at] as number;
    const first = bytes[at + 1] as number;
    const sizeBytes = first > 0x80 ? first & 0x7f : 0;
    if (sizeBytes > 4 || at + 2 + sizeBytes > bytes.length) return;
    const start = at + 2 + sizeBytes;
    // an element of indefinite length is read as if it reached to the end
    const size =
      first === 0x80
        ? bytes.length - start
        : sizeBytes === 0
          ? first
          : bytes.readUIntBE(at + 2, sizeBytes);
    if (start + size > bytes.length) return;
    yield { tag, content: bytes.subarray(start, start + size), end: start + size };
    at = start + size;
  }
}
