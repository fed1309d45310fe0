/** A test environment with a panel and an API, for browser tests. */
import type { Calls } from './api.js';
import type { TestPanel } from './panel.js';
import type { OwnServers } from './servers.js';
import { startEnvironment, type TestEnvironment } from './testEnvironment.js';

export interface PanelEnvironment extends Omit<TestEnvironment, 'api' | 'panel'> {
  panel: TestPanel;
  api: Calls;
}

/** @param servers of its own, for a test that stops them */
export async function startPanelEnvironment(servers?: OwnServers): Promise<PanelEnvironment> {
  const environment = await startEnvironment(servers && { servers });
  return { ...environment, panel: await environment.panel(), api: await environment.api() };
}
