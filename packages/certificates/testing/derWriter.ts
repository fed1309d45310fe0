/** Writes DER, for files that no library makes. */
export const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
};

export const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts);
const octets = (content: Buffer): Buffer => der(0x04, content);
const tagged = (content: Buffer): Buffer => der(0xa0, content);
export const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
/** A number that is not negative. */
export const integer = (bytes: Buffer): Buffer =>
  der(0x02, Buffer.concat([Buffer.alloc(1), bytes]));

const DATA = '2a864886f70d010701';
const KEY_BAG = '2a864886f70d010c0a0101';
const CERTIFICATE_BAG = '2a864886f70d010c0a0103';
const X509 = '2a864886f70d01091601';

/** A PKCS#12 without encryption and without MAC, which any password opens. */
export function openStore(key: Buffer, certificate: Buffer): Buffer {
  const content = (bytes: Buffer) => sequence(oid(DATA), tagged(octets(bytes)));
  const bags = sequence(
    sequence(oid(KEY_BAG), tagged(key)),
    sequence(oid(CERTIFICATE_BAG), tagged(sequence(oid(X509), tagged(octets(certificate))))),
  );
  return sequence(der(0x02, Buffer.from([3])), content(sequence(content(bags))));
}

/** A private key in PKCS#8. */
export const pkcs8 = (algorithm: Buffer, key: Buffer): Buffer =>
  sequence(der(0x02, Buffer.alloc(1)), algorithm, octets(key));

const lengthOf = (length: number): Buffer =>
  length < 0x80
    ? Buffer.from([length])
    : Buffer.from([0x83, length >> 16, (length >> 8) & 0xff, length & 0xff]);
