/** A test environment with a panel and an API, for browser tests. */
import type { Calls } from './api.js';
import type { TestPanel } from './panel.js';
import { LONG_TIMEOUTS, startEnvironment, type TestEnvironment } from './testEnvironment.js';

export interface PanelEnvironment extends Omit<TestEnvironment, 'api' | 'panel'> {
  panel: TestPanel;
  api: Calls;
}

export async function startPanelEnvironment(): Promise<PanelEnvironment> {
  const environment = await startEnvironment(LONG_TIMEOUTS);
  return { ...environment, panel: await environment.panel(), api: await environment.api() };
}
