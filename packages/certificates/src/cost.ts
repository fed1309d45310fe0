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
export const costOf = (der: Buffer): number => costBelow(der, 0);

/** @param depth how many elements are around these bytes */
function costBelow(bytes: Buffer, depth: number): number {
  let cost = 0;
  let tagBefore = 0;
  for (const { tag, content } of elements(bytes)) {
    const isAfterSalt = tagBefore === OCTETS || tagBefore === CONSTRUCTED_OCTETS;
    if (tag === INTEGER && isAfterSalt) cost += integerOf(content);
    if (tag === OID && content.equals(SCRYPT)) return Number.POSITIVE_INFINITY;
    if (depth < MAX_DEPTH && hasElements(tag, content)) cost += costBelow(content, depth + 1);
    tagBefore = tag;
  }
  return cost;
}

/** Files also put DER into octet strings; those that hold a cipher text are not read as such. */
const hasElements = (tag: number, content: Buffer): boolean =>
  (tag & CONSTRUCTED) !== 0 || (tag === OCTETS && holdsSequence(content));

/** Whether the bytes are exactly one sequence, unlike a cipher text. */
function holdsSequence(content: Buffer): boolean {
  const [only] = elements(content);
  return only?.tag === SEQUENCE && only.end === content.length;
}

/** An integer of more bytes is larger than every limit, and JavaScript reads no more of them. */
const MAX_INTEGER_BYTES = 6;

function integerOf(content: Buffer): number {
  if (content.length === 0) return 0;
  if (content.length > MAX_INTEGER_BYTES) return Number.POSITIVE_INFINITY;
  return content.readUIntBE(0, content.length);
}

interface Element {
  tag: number;
  content: Buffer;
  /** Where the next element begins. */
  end: number;
}

/** The consecutive elements in some bytes, up to the first invalid one. */
function* elements(bytes: Buffer): Generator<Element> {
  let element = elementAt(bytes, 0);
  while (element) {
    yield element;
    element = elementAt(bytes, element.end);
  }
}

const INDEFINITE = 0x80;
const MAX_LENGTH_BYTES = 4;

/** Undefined where no valid element begins. One of indefinite length is read up to the end. */
function elementAt(bytes: Buffer, at: number): Element | undefined {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined) return undefined;
  // above 0x80 it is the number of bytes that hold the length
  const lengthBytes = first > INDEFINITE ? first - INDEFINITE : 0;
  const start = at + 2 + lengthBytes;
  if (lengthBytes > MAX_LENGTH_BYTES || start > bytes.length) return undefined;
  let length = first;
  if (first === INDEFINITE) length = bytes.length - start;
  else if (lengthBytes > 0) length = bytes.readUIntBE(at + 2, lengthBytes);
  const end = start + length;
  return end > bytes.length ? undefined : { tag, content: bytes.subarray(start, end), end };
}
