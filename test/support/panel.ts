/** Starts a panel for a test, with clients that act as browsers without scripts. */
import { createHash, randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  addUser,
  keepAnswer,
  keptAnswerColumn,
  type Role,
  setSecondFactor,
  totpSecretColumn,
} from '@rafaga/db';
import { type PanelConfig, startPanel } from '@rafaga/panel';
import { createLogger } from '@rafaga/runtime';
import { createVault, hashPassword, type SecretKeys } from '@rafaga/secrets';
import { createTestDb, type TestDb } from '../../packages/db/testing/connections.js';
import { programUrl } from '../../packages/migrate/privileges/roles.mjs';
import { Browser } from '../panel/browser.js';
import { panelDrawingThread } from './settings.js';
import { unnamedAuditWords } from './unnamedAuditWords.js';

const { DATABASE_URL = '', REDIS_URL = '' } = process.env;
const PEPPER = randomBytes(32);
const SECRET_KEYS = { master: [randomBytes(32)] };
export const PASSWORD = 'una frase de cuatro palabras';
/** At the lowest cost: at that of the product, the logins would take longer than the tests. */
const PASSWORD_HASH = await hashPassword(PASSWORD, 1);

export interface TestPanel {
  url: string;
  db: TestDb;
  metrics(): Promise<string>;
  /** Creates a person of this role and signs in. */
  as(role: Role, businessId?: number): Promise<Browser>;
  /** Creates a person of this role. */
  person(role: Role, businessId?: number): Promise<{ id: number; email: string }>;
  visitor(): Browser;
  stop(): Promise<void>;
}

export async function startTestPanel(
  change: Partial<PanelConfig> & { redisUrl?: string } = {},
): Promise<TestPanel> {
  const { redisUrl = REDIS_URL, ...config } = change;
  const ownerUrl = change.databaseUrl ?? DATABASE_URL;
  const panel = await startPanel(
    {
      ...SETTINGS,
      redisServers: redisUrl,
      ...config,
      databaseUrl: programUrl(ownerUrl, 'panel'),
    },
    createLogger('panel-test', { level: 'error' }),
  );
  const url = `http://127.0.0.1:${panel.port}`;
  const db = createTestDb(ownerUrl, { max: 4 });
  const person: TestPanel['person'] = (role, businessId) => addPerson(db, role, businessId);
  return {
    url,
    db,
    metrics: panel.metrics,
    person,
    async as(role, businessId) {
      const { email } = await person(role, businessId);
      const browser = new Browser(url);
      await browser.open('/ingresar');
      await browser.submit({ correo: email, clave: PASSWORD });
      if (browser.path.startsWith('/ingresar'))
        throw new Error(`could not sign in as ${role}: ${browser.text}`);
      return browser;
    },
    visitor: () => new Browser(url),
    async stop() {
      await panel.stop();
      const unnamed = await unnamedAuditWords(db);
      await db.close();
      if (unnamed.length > 0) throw new Error(`the audit has no words for ${unnamed}`);
    },
  };
}

const SETTINGS: Omit<PanelConfig, 'databaseUrl' | 'redisServers'> = {
  filesDir: path.join(tmpdir(), `rafaga-panel-${process.pid}`),
  secretKeys: SECRET_KEYS,
  pepper: PEPPER,
  host: '127.0.0.1',
  port: 0,
  maxConnections: 1_000,
  url: '',
  apiUrl: 'http://127.0.0.1:3000',
  secondFactor: 'optional',
  simulatorUrl: 'http://127.0.0.1:9',
  allowPrivate: ['127.0.0.0/8', '::1'],
  proxies: 0,
  production: false,
  drawingThread: panelDrawingThread,
};

let counter = 0;

async function addPerson(
  db: TestDb,
  role: Role,
  businessId?: number,
): Promise<{ id: number; email: string }> {
  const unique = `${process.pid}-${counter++}-${randomBytes(3).toString('hex')}`;
  const email = `${role}-${unique}@prueba.pe`;
  const user = { email, name: `Persona ${role}`, role, businessId };
  const { id } = await addUser(db, { actor: 'test' }, user);
  await db.prisma.user.update({ where: { id }, data: { passwordHash: PASSWORD_HASH } });
  return { id, email };
}

/** Keeps an answer of the authority as the worker does, sealed to the panel that opens it. */
export async function keepEvidence(
  db: TestDb,
  businessId: number,
  documentId: number,
  text: string,
  secretKeys: SecretKeys = SECRET_KEYS,
): Promise<void> {
  const content = Buffer.from(text);
  const sha256 = createHash('sha256').update(content).digest();
  const sealed = createVault(secretKeys).seal(content, keptAnswerColumn(documentId, sha256));
  await keepAnswer(
    db,
    { documentId, businessId, attempt: 1 },
    { kind: 'text', sha256, bytes: content.length, sealed },
  );
}

/** Gives a person a second factor. */
export async function enrol(db: TestDb, userId: number, secret: Buffer): Promise<void> {
  await setSecondFactor(db, { actor: 'test' }, userId, {
    secret: createVault(SECRET_KEYS).seal(secret, totpSecretColumn(userId)),
    step: 0,
  });
}
