/**
 * Passwords: checked for length and common words, stored as scrypt hashes, and verified in the
 * same time whether or not the account exists. How many are worked at the same time is up to the
 * caller.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/**
 * The cost, N = 2 ** 16: OWASP's second choice takes 64 MB for half a second; the first takes 128
 * MB.
 */
const LOG_N = 16;
/** Stored hashes with a higher cost are not computed: 128 MB. */
const MAX_LOG_N = 17;
const [R, P] = [8, 2];
const SALT_BYTES = 16;
const HASH_BYTES = 32;

export const SHORTEST = 12;
const MAX_LENGTH = 128;
/** The pattern is not tried on longer passwords, which bounds its time. */
const MAX_COMMON = 24;

/** Parts of common passwords; a password made only of such parts is refused. */
const COMMON_PARTS = [
  'contrase(?:n|ñ)a|password|passw0rd|secret[oa]?|clave|bienvenid[oa]',
  'rafaga|ráfaga|sunat|peru|admin|administrador',
  'qwerty|asdfgh|zxcvbn|abc|12345|123|\\d{4}|[!@#$%*._-]',
];
const COMMON = new RegExp(`^(?:${COMMON_PARTS.join('|')})+$`, 'i');

/** The fault of a new password as a Spanish sentence, or undefined. */
export function faultOfPassword(password: string, email: string): string | undefined {
  const [name = ''] = email.toLowerCase().split('@');
  if ([...password].length < SHORTEST)
    return (
      `La contraseña debe tener al menos ${SHORTEST} caracteres. Una frase de cuatro ` +
      'palabras sirve.'
    );
  if ([...password].length > MAX_LENGTH)
    return `La contraseña puede tener hasta ${MAX_LENGTH} caracteres.`;
  if (
    new Set(password.toLowerCase()).size < 5 ||
    (password.length <= MAX_COMMON && COMMON.test(password))
  )
    return 'Esa contraseña es de las primeras que alguien probaría. Elige otra.';
  if (name.length > 3 && password.toLowerCase().includes(name))
    return 'La contraseña no puede contener tu correo.';
  return undefined;
}

/** @returns `$scrypt$ln=16,r=8,p=2$salt$hash` */
export async function hashPassword(password: string, logN = LOG_N): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, logN);
  const cost = `ln=${logN},r=${R},p=${P}`;
  return `$scrypt$${cost}$${salt.toString('base64')}$${hash.toString('base64')}`;
}

/**
 * Takes the same time without a stored hash, so that it does not reveal which accounts exist. The
 * cost is that of the hash: the default can be raised, and older hashes still match. A stored value
 * of another form or of a cost out of bounds matches nothing.
 */
export async function samePassword(
  password: string,
  kept: string | null | undefined,
): Promise<boolean> {
  const stored = parsed(kept ?? '');
  const { salt, hash, logN } = stored ?? NONE;
  return timingSafeEqual(await derive(password, salt, logN), hash) && stored !== undefined;
}

interface StoredHash {
  salt: Buffer;
  hash: Buffer;
  logN: number;
}

function parsed(kept: string): StoredHash | undefined {
  const [, logText, salt = '', text = ''] =
    /^\$scrypt\$ln=(\d\d?),r=8,p=2\$([^$]+)\$([^$]+)$/.exec(kept) ?? [];
  const logN = Number(logText);
  const hash = Buffer.from(text, 'base64');
  if (!(logN >= 1 && logN <= MAX_LOG_N) || hash.length !== HASH_BYTES) return undefined;
  return { salt: Buffer.from(salt, 'base64'), hash, logN };
}

const NONE: StoredHash = {
  salt: Buffer.alloc(SALT_BYTES),
  hash: Buffer.alloc(HASH_BYTES),
  logN: LOG_N,
};

function derive(password: string, salt: Buffer, logN: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // the same letters in another Unicode form are the same password
    scrypt(
      password.normalize('NFKC').slice(0, 1_000),
      salt,
      HASH_BYTES,
      { N: 2 ** logN, r: R, p: P, maxmem: 256 * 1024 * 1024 },
      (error, derived) => (error ? reject(error) : resolve(derived)),
    );
  });
}
