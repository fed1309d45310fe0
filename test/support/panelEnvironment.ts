/** A test environment for a person at a browser: with a panel and an API. */
import type { Calls } from './api.js';
import type { TestPanel } from './panel.js';
import { PATIENT, startEnvironment, type TestEnvironment } from './testEnvironment.js';

export interface PanelEnvironment extends Omit<TestEnvironment, 'api' | 'panel'> {
  panel: TestPanel;
  api: Calls;
}

export async function startPanelEnvironment(): Promise<PanelEnvironment> {
  const environment = await startEnvironment(PATIENT);
  return { ...environment, panel: await environment.panel(), api: await environment.api() };
}
