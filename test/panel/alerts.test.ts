/** Alerts outside of the panel, by a real webhook and a real SMTP server. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  type AlertProblem,
  addAlertMessage,
  holdBusiness,
  messageDelivered,
  resumeBusiness,
} from '@rafaga/db';
import { createConditions, createLogger } from '@rafaga/runtime';
import { operatorPolicy } from '@rafaga/runtime/network';
import { SMTPServer } from 'smtp-server';
import { testMessage } from '../../apps/panel/src/alerts/alertMessage.js';
import { createChannels } from '../../apps/panel/src/alerts/channels.js';
import { type AlertsOptions, startAlerts } from '../../apps/panel/src/alerts/startAlerts.js';
import { aBusiness } from '../../packages/db/testing/aDocument.js';
import { createTestDb, type TestDb } from '../../packages/db/testing/connections.js';
import { startTestPanel, type TestPanel } from '../support/panel.js';
import { giveCertificate } from '../support/senders.js';
import { type OwnServers, ownServers } from '../support/servers.js';
import { waitFor } from '../support/waitFor.js';

const SECRET = 'un secreto para firmar avisos';
const BY = { actor: 'test' };
const DIGEST_MS = 2_000;

interface Call {
  body: string;
  signature: string | undefined;
}

const calls: Call[] = [];
const mails: string[] = [];
let status = 200;
let hold: Promise<unknown> = Promise.resolve();
const webhook = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString();
  await hold;
  if (status === 200) calls.push({ body, signature: `${request.headers['x-rafaga-signature']}` });
  response.writeHead(status, status === 101 ? { Connection: 'Upgrade', Upgrade: 'h2c' } : {}).end();
});
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _session, done) {
    stream
      .toArray()
      .then((parts) => mails.push(Buffer.concat(parts).toString()))
      .then(() => done(), done);
  },
});

let servers: OwnServers;
let panel: TestPanel;
beforeAll(async () => {
  servers = await ownServers();
  webhook.listen(0, '127.0.0.1');
  smtp.listen(0, '127.0.0.1');
  await Promise.all([once(webhook, 'listening'), once(smtp.server, 'listening')]);
  const port = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
  panel = await startTestPanel({
    databaseUrl: servers.databaseUrl,
    redisUrl: servers.redisUrl,
    alerts: {
      webhook: { url: `http://127.0.0.1:${port(webhook)}/`, secret: SECRET },
      email: {
        smtpUrl: `smtp://127.0.0.1:${port(smtp.server)}`,
        from: 'Ráfaga <rafaga@prueba.pe>',
        to: 'guardia@prueba.pe',
      },
      everyMs: 100,
      digestMs: DIGEST_MS,
      retryMs: 200,
    },
  });
});
afterAll(async () => {
  await panel.stop();
  webhook.close();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
  await servers.drop();
});

const about = (text: string) => calls.filter(({ body }) => body.includes(text));
const aCall = (what: string, text: string) => waitFor(what, async () => about(text)[0]?.body);

test('a paused business is announced by both channels with its link, and its end too', async () => {
  const { id, ruc } = await aBusiness(panel.db, 'B001');
  await holdBusiness(panel.db, BY, id);
  const begins = JSON.parse(await aCall('the webhook to be called', ruc));
  expect(begins.cambios).toContainEqual(
    expect.objectContaining({
      estado: 'empieza',
      enlace: expect.stringContaining(`${panel.url}/`),
      texto: expect.any(String),
    }),
  );
  expect(begins.text).toContain('Empieza');
  const [call] = about(ruc);
  expect(call?.signature).toBe(
    `sha256=${createHmac('sha256', SECRET)
      .update(call?.body ?? '')
      .digest('hex')}`,
  );
  await waitFor('the e-mail to arrive', async () => mails.find((mail) => mail.includes(ruc)));
  await resumeBusiness(panel.db, BY, id);
  await waitFor('its end to be announced', async () =>
    about(ruc).some(({ body }) => body.includes('"termina"')),
  );
});

test('of a business past the end of the list of problems each ends by itself', async () => {
  const { id, ruc } = await aBusiness(panel.db, 'B001');
  await holdBusiness(panel.db, BY, id);
  await aCall('its pause to be announced', ruc);
  // as grave, and before it by their RUC
  await panel.db.pool.query(`INSERT INTO businesses (ruc, legal_name, state, paused_until)
    SELECT (10100000000 + number)::text, 'Negocio ' || number, 'active', '9999-12-31'
    FROM generate_series(1, 100) AS number`);
  await waitFor('the others to be recorded', () =>
    panel.db.prisma.alert.findUnique({ where: { key: 'paused 10100000100' } }),
  );
  const ended = () => about(ruc).some(({ body }) => body.includes('"termina"'));
  await new Promise((resolve) => setTimeout(resolve, DIGEST_MS + 500));
  expect(ended()).toBe(false);
  // it expires soon, so that the business stays past the end of the list after its pause
  await giveCertificate(panel.db, id);
  await panel.db.pool.query(
    `UPDATE certificates SET not_before = now() - interval '1 year',
      not_after = now() + interval '20 days' WHERE business_id = $1`,
    [id],
  );
  await resumeBusiness(panel.db, BY, id);
  await waitFor('its end to be announced', async () => ended());
  await panel.db.pool.query(`DELETE FROM businesses WHERE ruc LIKE '101000%'`);
});

test.each([500, 101])(
  'a webhook that answers %i gets the message later, and the page says so',
  async (fault) => {
    const operator = await panel.as('operator');
    calls.length = 0;
    status = fault;
    await operator.open('/avisos');
    await operator.submit({}, { action: '/avisos/prueba' });
    await waitFor('the failure to be shown', async () =>
      new RegExp(
        `no salió todavía (1 intento|\\d+ intentos): el webhook respondió HTTP ${fault}`,
      ).test((await operator.open('/avisos')).text),
    );
    status = 200;
    await aCall('the test message', 'Este es un aviso de prueba');
    await waitFor('the delivery to be shown', async () => {
      const { text } = await operator.open('/avisos');
      return (
        /Aviso de prueba de Ráfaga\s*✓ entregado/.test(text) && !text.includes('no salió todavía')
      );
    });
  },
);

test('a delivery that does not end fails', async () => {
  let release: () => void = () => undefined;
  hold = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { port } = webhook.address() as AddressInfo;
  const options = { webhook: { url: `http://127.0.0.1:${port}/`, secret: '' } };
  const { deliver } = createChannels(options, operatorPolicy(), 100);
  const message = testMessage(new URL(panel.url), new Date());
  await expect(deliver('webhook', message).finally(release)).rejects.toThrow(
    'la entrega no terminó a tiempo',
  );
});

test('the page says of a message of an earlier day that it is no longer tried', async () => {
  const { alertMessage } = panel.db.prisma;
  const createdAt = new Date(Date.now() - 2 * 86_400_000);
  const message = { title: 'De anteayer' };
  const data = { channel: 'webhook', message, createdAt, attempts: 3, lastError: 'HTTP 500' };
  const { id } = await alertMessage.create({ data });
  const operator = await panel.as('operator');
  expect((await operator.open('/avisos')).text).toMatch(
    /De anteayer.*no salió, y ya no se intenta 3 intentos: HTTP 500/,
  );
  await alertMessage.delete({ where: { id } });
});

test('while a channel is slow, the messages after it are free for another panel', async () => {
  const operator = await panel.as('operator');
  let release: () => void = () => undefined;
  hold = new Promise<void>((resolve) => {
    release = resolve;
  });
  for (const _ of ['one', 'two']) {
    await operator.open('/avisos');
    await operator.submit({}, { action: '/avisos/prueba' });
  }
  const taken = async () => {
    const { rows } = await panel.db.pool.query<{ taken: boolean }>(
      'SELECT attempts > 0 AS taken FROM alert_messages WHERE delivered_at IS NULL',
    );
    return rows.map((row) => row.taken);
  };
  await waitFor('a message to be on its way', async () => (await taken()).includes(true));
  expect((await taken()).filter((each) => each)).toHaveLength(1);
  release();
  await waitFor('all to be delivered', async () => (await taken()).length === 0);
});

/** Starts alerts of their own on a database. */
function alertsOn(db: TestDb, change: Partial<AlertsOptions> = {}) {
  const log = createLogger('alerts-test', { level: 'warn' });
  for (const transport of log.transports) transport.silent = true;
  const logged: unknown[] = [];
  log.on('data', ({ message }) => logged.push(message));
  const conditions = createConditions(log);
  const stop = startAlerts({
    deps: { db, url: new URL(panel.url), now: () => new Date() },
    channels: { names: ['webhook'], deliver: async () => undefined, close: () => undefined },
    name: 'alerts-test',
    conditions,
    log,
    problems: async () => ({ problems: [], isUnknown: () => false }),
    everyMs: 50,
    ...change,
  });
  return { stop, conditions, logged };
}

test('each channel that fails is reported by itself, until it delivers', async () => {
  let failing = ['webhook', 'email'];
  const own = await ownServers();
  const db = createTestDb(own.databaseUrl);
  await addAlertMessage(db, ['webhook', 'email'], { title: 'x', items: [] });
  const { stop, conditions } = alertsOn(db, {
    channels: {
      names: ['webhook', 'email'],
      async deliver(channel) {
        if (failing.includes(channel)) throw new Error(`${channel} fails`);
      },
      close: () => undefined,
    },
    retryMs: 3_600_000,
  });
  const reported = () => conditions.list().map(({ word, remedy }) => [word, remedy]);
  await waitFor('both to fail', async () => reported().length === 2);
  expect(reported().sort()).toEqual([
    ['avisos_correo', 'email fails'],
    ['avisos_webhook', 'webhook fails'],
  ]);
  failing = ['webhook'];
  await addAlertMessage(db, ['webhook', 'email'], { title: 'y', items: [] });
  await waitFor('the e-mail to be delivered', () =>
    db.prisma.alertMessage.findFirst({ where: { channel: 'email', deliveredAt: { not: null } } }),
  );
  await waitFor('the end of its failure', async () => reported().length === 1);
  await stop();
  expect(reported()).toEqual([['avisos_webhook', 'webhook fails']]);
  await db.close();
  await own.drop();
});

test('a failure is over when another panel has delivered the message', async () => {
  const own = await ownServers();
  const db = createTestDb(own.databaseUrl);
  const { stop, conditions } = alertsOn(db, {
    channels: {
      names: ['webhook'],
      deliver: () => Promise.reject(new Error('HTTP 500')),
      close: () => undefined,
    },
    retryMs: 3_600_000,
  });
  await addAlertMessage(db, ['webhook'], { title: 'x', items: [] });
  await waitFor('the failure', async () => conditions.list().length > 0);
  const { id } = await waitFor('its next attempt to wait', () =>
    db.prisma.alertMessage.findFirst({ where: { lastError: 'HTTP 500' } }),
  );
  await messageDelivered(db, id);
  await waitFor('its end', async () => conditions.list().length === 0);
  await stop();
  await db.close();
  await own.drop();
});

test('messages of a channel that is no longer configured are no failure of a channel', async () => {
  const own = await ownServers();
  const db = createTestDb(own.databaseUrl);
  await addAlertMessage(db, ['webhook'], { title: 'x', items: [] });
  const { stop, conditions } = alertsOn(db, {
    channels: {
      names: ['email'],
      deliver: () => Promise.reject(new Error('el canal ya no está configurado')),
      close: () => undefined,
    },
  });
  await waitFor('the attempt to fail', () =>
    db.prisma.alertMessage.findFirst({ where: { lastError: { not: null } } }),
  );
  await stop();
  expect(conditions.list()).toEqual([]);
  await db.close();
  await own.drop();
});

test('a stop waits for the delivery under way alone, and not for one that hangs', async () => {
  const own = await ownServers();
  const db = createTestDb(own.databaseUrl);
  for (const title of ['first', 'second', 'third'])
    await addAlertMessage(db, ['webhook'], { title, items: [] });
  const begun: string[] = [];
  let release: () => void = () => undefined;
  const channels: AlertsOptions['channels'] = {
    names: ['webhook'],
    deliver(_channel, { title }) {
      begun.push(title);
      return new Promise((resolve) => {
        release = resolve;
      });
    },
    close: () => undefined,
  };
  const { stop } = alertsOn(db, { channels });
  await waitFor('the first delivery', async () => begun.length === 1);
  const stopped = stop();
  release();
  await stopped;
  const hanging = alertsOn(db, { channels, stopMs: 1 });
  await waitFor('the second delivery', async () => begun.length > 1);
  await hanging.stop();
  release();
  await waitFor('its record', async () => {
    const where = { deliveredAt: { not: null } };
    return (await db.prisma.alertMessage.count({ where })) === 2;
  });
  expect(begun).toEqual(['first', 'second']);
  await db.close();
  await own.drop();
});

test('that alerts cannot be recorded is logged when no problem explains it', async () => {
  const closed = createTestDb(servers.databaseUrl);
  await closed.close();
  const { stop, logged } = alertsOn(closed);
  await waitFor('the line in the log', async () => logged.includes('los avisos no se guardan'));
  await stop();
});

test('a webhook that hangs delays no e-mail about an outage', async () => {
  const closed = createTestDb(servers.databaseUrl);
  await closed.close();
  const told: string[] = [];
  let release: () => void = () => undefined;
  const { stop } = alertsOn(closed, {
    channels: {
      names: ['webhook', 'email'],
      async deliver(channel) {
        told.push(channel);
        if (channel === 'webhook')
          await new Promise<void>((resolve) => {
            release = resolve;
          });
      },
      close: () => undefined,
    },
    problems: async () => ({ problems: [{ ...DENIED, key: 'postgres' }], isUnknown: () => false }),
  });
  await waitFor('the e-mail', async () => told.includes('email'));
  release();
  await stop();
  expect(told).toEqual(['webhook', 'email']);
});

const DENIED: AlertProblem = {
  key: 'process postgres_sin_permisos',
  severity: 'bad',
  text: 'x',
  advice: 'y',
  path: '/colas',
};

/** Alerts about one problem, on a database of their own in which a test can make records fail. */
async function alertsAboutOne() {
  const own = await ownServers();
  const db = createTestDb(own.databaseUrl);
  const state = { problems: [DENIED], told: [] as string[], rounds: 0 };
  const start = () =>
    alertsOn(db, {
      channels: {
        names: ['webhook'],
        deliver: async (_channel, { title, items }) =>
          void state.told.push(...items.map((item) => item.state), ...(title ? [] : ['last'])),
        close: () => undefined,
      },
      problems: async () => {
        state.rounds += 1;
        return { problems: state.problems, isUnknown: () => false };
      },
      digestMs: 0,
    });
  return {
    db,
    state,
    start,
    told: (what: string) => waitFor(what, async () => state.told.includes(what)),
    /** Resolves when a whole round has seen the problems of now. */
    async round() {
      const { rounds } = state;
      await waitFor('two more rounds to begin', async () => state.rounds > rounds + 1);
    },
    writable: (yes: boolean) => {
      const [from, to] = yes ? ['hidden', 'alert_leader'] : ['alert_leader', 'hidden'];
      return db.pool.query(`ALTER TABLE ${from} RENAME TO ${to}`);
    },
    /** Ends the problem and the panel, and expects that both were told once. */
    async expectOnce(stop: () => Promise<void>) {
      state.problems = [];
      await waitFor('the end', async () => state.told.includes('ends'));
      await addAlertMessage(db, ['webhook'], { title: '', items: [] });
      await waitFor('a later message', async () => state.told.includes('last'));
      await stop();
      expect(state.told).toEqual(['begins', 'ends', 'last']);
    },
    async end() {
      await db.close();
      await own.drop();
    },
  };
}

test('a problem that outlasts the failure to record alerts is told once', async () => {
  const { db, start, told, writable, expectOnce, end } = await alertsAboutOne();
  await writable(false);
  const { stop } = start();
  await told('begins');
  await writable(true);
  await waitFor('a round to be recorded', () =>
    db.prisma.alertLeader.findFirst({ where: { process: 'alerts-test' } }),
  );
  await expectOnce(stop);
  await end();
});

test('an outage that began before the last record is told when the next fails', async () => {
  const { state, start, told, round, writable, end } = await alertsAboutOne();
  state.problems = [{ ...DENIED, key: 'postgres' }];
  const { stop } = start();
  await round();
  expect(state.told).toEqual([]);
  await writable(false);
  await told('begins');
  await stop();
  await end();
});

test('an outage that changes its word is told once', async () => {
  const { state, start, told, round, writable, expectOnce, end } = await alertsAboutOne();
  await writable(false);
  state.problems = [{ ...DENIED, key: 'postgres' }];
  const { stop } = start();
  await told('begins');
  state.problems = [{ ...DENIED, key: 'process postgres_solo_lectura' }];
  await round();
  await writable(true);
  await round();
  await expectOnce(stop);
  await end();
});

test('a recorded problem is not told again when a later record fails', async () => {
  const { state, start, told, writable, end } = await alertsAboutOne();
  const { stop, logged } = start();
  await told('begins');
  await writable(false);
  await waitFor('the line in the log', async () => logged.includes('los avisos no se guardan'));
  await writable(true);
  state.problems = [];
  await told('ends');
  await stop();
  expect(state.told).toEqual(['begins', 'ends']);
  await end();
});

test('an outage of PostgreSQL is not recorded: a record proves that it answers', async () => {
  const { rows } = await panel.db.pool.query<{ process: string }>(
    'SELECT process FROM alert_leader',
  );
  const problem = { severity: 'bad', text: 'x', advice: 'y', path: '/colas' } as const;
  const { stop } = alertsOn(panel.db, {
    name: rows[0]?.process ?? '',
    problems: async () => ({
      problems: [
        { ...problem, key: 'postgres' },
        { ...problem, key: 'redis' },
      ],
      isUnknown: () => true,
    }),
  });
  const recorded = async () => (await panel.db.prisma.alert.findMany()).map(({ key }) => key);
  await waitFor('the other problem to be recorded', async () =>
    (await recorded()).includes('redis'),
  );
  await stop();
  expect(await recorded()).not.toContain('postgres');
});
