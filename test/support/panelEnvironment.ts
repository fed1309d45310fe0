/**
 * Panel, API, worker and simulator in this process, for a person at a browser, on
 * data of its own.
 */
import { startApi } from '@rafaga/api/start';
import { createLogger } from '@rafaga/runtime';
import { type Calls, callsTo, PEPPER } from './api.js';
import { startTestPanel, type TestPanel } from './panel.js';
import { MASTER_KEY } from './senders.js';
import {
  startEnvironment as anExchange,
  type TestEnvironment as Exchange,
  PATIENT,
} from './testEnvironment.js';

export interface PanelEnvironment extends Omit<Exchange, 'stop'> {
  panel: TestPanel;
  api: Calls;
  stop(): Promise<void>;
}

export async function startPanelEnvironment(): Promise<PanelEnvironment> {
  const exchange = await anExchange(PATIENT);
  const { databaseUrl, redisUrl, filesDir, simulatorUrl } = exchange;
  const shared = {
    databaseUrl,
    redisUrl,
    filesDir,
    pepper: PEPPER,
    host: '127.0.0.1',
    port: 0,
    proxies: 0,
  };
  const panel = await startTestPanel({
    ...shared,
    masterKey: MASTER_KEY,
    simulatorUrl,
    secondFactor: 'required',
  });
  const log = createLogger('api', { level: 'error' });
  const api = await startApi({ ...shared, processes: 1, drawingThread: DRAWING_THREAD }, log);
  return {
    ...exchange,
    panel,
    api: callsTo(api.port),
    async stop() {
      await panel.stop();
      await api.stop();
      await exchange.stop();
    },
  };
}

/** Threads run what was built, the rest of a test runs the sources. */
const DRAWING_THREAD = new URL('../../apps/api/dist/drawing/thread.js', import.meta.url);
