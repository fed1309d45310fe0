/**
 * Opens a certificate file in a thread of `openingProcess.mjs`. Posts the certificate in DER and
 * its key in PKCS#8, or the code of a CertificateProblem.
 */
import { createPrivateKey, createPublicKey, sign, verify, X509Certificate } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import forge from 'node-forge';

const { asn1, pki, pkcs12, util } = forge;

/** A longer key would keep the threads of a worker busy for up to minutes at each signature. */
const BITS = { least: 2048, most: 4096 };
/** How many keys of a file are looked at. */
const MOST_KEYS = 5;

const { pbkdf2 } = forge.pkcs5;
forge.pkcs5.pbkdf2 = (password, salt, iterations, ...rest) => {
  if (iterations > workerData.mostIterations) throw new Error('too many iterations');
  return pbkdf2(password, salt, iterations, ...rest);
};

const file = Buffer.from(workerData.file);
const opened = file.includes('-----BEGIN ')
  ? openPem(file.toString('latin1'), workerData.password)
  : openPkcs12(file, workerData.password);
parentPort.postMessage(typeof opened === 'string' ? opened : choose(opened));

/**
 * Chooses a key and its certificate: a file may have those of issuers too, and what the business
 * used before. Of those that can sign, the one that is valid longest is in use.
 */
function choose({ certificates, privateKeys, wrongPassword }) {
  if (privateKeys.length === 0) return certificates.length > 0 ? 'no_key' : 'not_certificate';
  if (certificates.length === 0) return 'no_certificate';
  const read = certificates.map((der) => new X509Certificate(der));
  const keys = privateKeys.map((key) => createPrivateKey({ key, format: 'der', type: 'pkcs8' }));
  const pairs = keys.flatMap((key) =>
    read.filter((x509) => x509.checkPrivateKey(key)).map((own) => ({ key, own })),
  );
  if (pairs.length === 0) return wrongPassword ? 'wrong_password' : checked({ key: keys[0] }, read);
  const end = ({ own }) => Date.parse(own.validTo);
  const found = pairs
    .sort((one, other) => end(other) - end(one))
    .map((pair) => checked(pair, read));
  return found.find((each) => typeof each !== 'string') ?? found[0];
}

function checked({ key, own }, read) {
  if (key.asymmetricKeyType === 'rsa-pss') return 'rsa_pss';
  if (key.asymmetricKeyType !== 'rsa') return 'not_rsa';
  if (!own) return read.some((x509) => isPssOf(x509, key)) ? 'rsa_pss' : 'key_mismatch';
  const { modulusLength } = key.asymmetricKeyDetails;
  if (modulusLength < BITS.least) return 'weak_key';
  if (modulusLength > BITS.most) return 'long_key';
  if (!signs(key, own)) return 'key_mismatch';
  return { certificate: own.raw, privateKey: key.export({ format: 'der', type: 'pkcs8' }) };
}

/** Whether a certificate is for this key as RSA-PSS: forge reads such a key as a common one. */
function isPssOf({ publicKey }, key) {
  if (publicKey.asymmetricKeyType !== 'rsa-pss') return false;
  const own = createPublicKey(key).export({ type: 'pkcs1', format: 'der' });
  return publicKey.export({ type: 'spki', format: 'der' }).subarray(-own.length).equals(own);
}

/** The comparison above sees the public half of the key alone. */
function signs(key, { publicKey }) {
  const bytes = Buffer.from('Ráfaga');
  try {
    return verify('sha256', bytes, publicKey, sign('sha256', bytes, key));
  } catch {
    return false;
  }
}

function openPem(text, password) {
  const blocks = text.match(/-----BEGIN ([A-Z0-9 ]+)-----[\s\S]*?-----END \1-----/g) ?? [];
  const certificates = blocks.filter((block) =>
    /^-----BEGIN (X509 |TRUSTED )?CERTIFICATE/.test(block),
  );
  const keys = blocks.filter((block) => /^-----BEGIN [A-Z ]*PRIVATE KEY/.test(block));
  const opened = keys.slice(0, MOST_KEYS).flatMap((key) => derOf(key, password));
  const wrongPassword = opened.length < keys.length && keys.some((key) => /ENCRYPTED/.test(key));
  if (keys.length > 0 && opened.length === 0)
    return wrongPassword ? 'wrong_password' : 'not_certificate';
  try {
    const ders = certificates.map((block) => new X509Certificate(block).raw);
    return { certificates: ders, privateKeys: opened, wrongPassword };
  } catch {
    return 'not_certificate';
  }
}

/** An earlier key of the file may have another password. */
function derOf(key, passphrase) {
  try {
    return [createPrivateKey({ key, passphrase }).export({ format: 'der', type: 'pkcs8' })];
  } catch {
    return [];
  }
}

function openPkcs12(bytes, password) {
  const problems = [];
  for (const attempt of attempts(bytes, password)) {
    try {
      return contents(pkcs12.pkcs12FromAsn1(attempt.store, false, attempt.password));
    } catch (error) {
      const problem = problemOf(error.message);
      if (problem) problems.push(problem);
    }
  }
  return problems[0] ?? certificateAlone(bytes);
}

/**
 * Yields the ways to try a password. A MAC and old ciphers derive their key from UTF-16, newer
 * ciphers from UTF-8, and forge supports one at a time: the last attempt uses UTF-8 and skips the
 * MAC. An empty password has two forms.
 */
function* attempts(bytes, password) {
  let store;
  try {
    store = asn1.fromDer(bytes.toString('latin1'), { strict: true, parseAllBytes: false });
  } catch {
    return;
  }
  yield { store, password };
  if (password === '') yield { store };
  if (/[^ -~]/.test(password))
    yield {
      store: { ...store, value: store.value.slice(0, 2) },
      password: util.encodeUtf8(password),
    };
}

function contents(store) {
  const bags = (type) => store.getBags({ bagType: pki.oids[type] })[pki.oids[type]] ?? [];
  const der = (read) => Buffer.from(asn1.toDer(read).getBytes(), 'latin1');
  const keys = [...bags('pkcs8ShroudedKeyBag'), ...bags('keyBag')].slice(0, MOST_KEYS);
  return {
    certificates: bags('certBag').map((bag) => der(bag.asn1 ?? pki.certificateToAsn1(bag.cert))),
    privateKeys: keys.map((key) =>
      der(key.asn1 ?? pki.wrapRsaPrivateKey(pki.privateKeyToAsn1(key.key))),
    ),
  };
}

function problemOf(message) {
  if (/too many iterations/.test(message)) return 'too_slow';
  if (/MAC could not be verified|wrong password|decrypt/i.test(message)) return 'wrong_password';
  if (/unsupported|not supported/i.test(message)) return 'unsupported';
  return undefined;
}

function certificateAlone(bytes) {
  try {
    return { certificates: [new X509Certificate(bytes).raw], privateKeys: [] };
  } catch {
    return 'not_certificate';
  }
}
