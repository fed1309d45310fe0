/**
 * Creates businesses that can sign and send, and issues documents for them by group commit, without
 * enqueueing them.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { selfSigned } from '@rafaga/certificates';
import {
  accessColumn,
  addSeries,
  createBusiness,
  createIssuance,
  ID_MARK,
  Overloaded,
  putAccess,
  putCertificate,
  setBusinessState,
} from '@rafaga/db';
import { centsText, lastDay, limaToday, price, totalsJson } from '@rafaga/fiscal';
import { readConfig, SECRET_VARIABLES, secretConfig } from '@rafaga/runtime';
import { createVault } from '@rafaga/secrets';

const BY = { actor: 'bench' };

/**
 * @param {{ billUrl: string, printFormats?: string[], ratePerMinute?: number }} settings of each
 * business: where its documents are sent, and the PDFs that workers draw of each
 */
export async function sendersFor(db, count, { printFormats = [], ...settings }) {
  const vault = createVault(secretConfig(readConfig(process.env, SECRET_VARIABLES)));
  const { certificate, privateKey, notBefore, notAfter, fingerprint } = await selfSigned({
    ruc: '20123456786',
    legalName: 'Medida',
  });
  const senders = [];
  for (let i = 0; i < count; i++) {
    const ruc = `20${String(randomInt(1_000_000_000)).padStart(9, '0')}`;
    const { id } = await createBusiness(db, BY, {
      ruc,
      legalName: 'Cadena de Medida S.A.C.',
      printFormats,
      authority: 'custom',
      ...settings,
    });
    await addSeries(db, BY, id, 'B001');
    await putCertificate(db, BY, id, {
      certificate,
      privateKey: (column) => vault.seal(privateKey, column),
      notBefore,
      notAfter,
      fingerprint,
    });
    const seal = (field, text) => vault.seal(Buffer.from(text), accessColumn(id, field));
    await putAccess(db, BY, id, {
      solUser: seal('solUser', 'MODDATOS'),
      solPassword: seal('solPassword', 'moddatos'),
    });
    await setBusinessState(db, BY, id, 'active');
    senders.push({ id, ruc });
  }
  return senders;
}

const LINES = [
  ['LEC-400', 'Leche evaporada entera 400 g', '2', '4.3'],
  ['ARR-5', 'Arroz extra 5 kg', '1', '23.9'],
  ['ACE-1', 'Aceite vegetal 1 L', '1', '9.5'],
  ['PAN-01', 'Pan de molde integral', '3', '8.2'],
  ['GAS-3', 'Gaseosa 3 L', '1', '11.9'],
];

const sale = (lines) => ({
  kind: 'boleta',
  series: 'B001',
  issueDate: limaToday(new Date()),
  operation: '0101',
  currency: 'PEN',
  pricesIncludeTax: true,
  payment: 'cash',
  instalments: [],
  establishment: '0000',
  client: { documentType: '1', document: '45678912', name: 'María Ñahui Quispe' },
  lines: Array.from({ length: lines }, (_, i) => aLine(LINES[i % LINES.length], i)),
  allowances: [],
  advances: [],
  guides: [],
  legends: [],
  payments: [],
});

/** Equal lines would be deflated to nothing: from the sixth on, each has a quantity of its own. */
const aLine = ([code, description, quantity, unitPrice], i) => ({
  code,
  description,
  unit: 'NIU',
  quantity: i < LINES.length ? quantity : String(i),
  unitPrice,
  affectation: '10',
  allowances: [],
});

/**
 * Issues so many documents at each call, over the same connections.
 * @param lines of each document
 * @param oneIn of how many documents one is in a trace that is sampled; none, if absent
 */
export function createIssuer(db, senders, { lines = LINES.length, oneIn } = {}) {
  const issuance = createIssuance(db);
  const one = sale(lines);
  const { totals } = price(one);
  const trace = (place) =>
    oneIn && place % oneIn === 0
      ? {
          traceparent: `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`,
        }
      : {};
  const document = (businessId, place) => ({
    ...trace(place),
    businessId,
    kind: 'boleta',
    series: 'B001',
    reference: randomBytes(12).toString('hex'),
    hash: createHash('sha256').update('bench').digest(),
    issueDate: one.issueDate,
    currency: 'PEN',
    client: one.client,
    total: centsText(totals.payable),
    sale: JSON.stringify(one),
    totals: JSON.stringify(totalsJson(totals)),
    warnings: null,
    answer: `{"id":${ID_MARK}}`,
    requestId: 'bench',
    deadline: lastDay('boleta', one.issueDate),
  });
  return {
    async issue(documents) {
      for (let done = 0; done < documents; done += 400)
        await Promise.all(
          Array.from({ length: Math.min(400, documents - done) }, (_, i) =>
            retryWhileOverloaded(() =>
              issuance.issue(document(senders[i % senders.length].id, done + i)),
            ),
          ),
        );
    },
    close: issuance.close,
  };
}

const TAKEN_WITHIN_MS = 120_000;

/** Retries while the issuance refuses new documents because too many wait. */
async function retryWhileOverloaded(issue) {
  for (const end = performance.now() + TAKEN_WITHIN_MS; ; ) {
    try {
      return await issue();
    } catch (error) {
      if (!(error instanceof Overloaded)) throw error;
      if (performance.now() > end)
        throw new Error(`the database took no document in ${TAKEN_WITHIN_MS} ms`, { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
