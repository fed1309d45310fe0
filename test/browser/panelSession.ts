/** The fixture of browser tests: a panel, a Chromium, a window in which a person is signed in. */
import { afterAll, beforeAll } from '@jest/globals';
import type { Role } from '@rafaga/db';
import type { Browser, Page } from 'playwright-core';
import { type PanelEnvironment, startPanelEnvironment } from '../support/panelEnvironment.js';
import type { OwnServers } from '../support/servers.js';
import { aChromium, type BrowserWindow, openWindow } from './chromium.js';
import { KeyboardUser } from './keyboardUser.js';

export interface PanelSession {
  environment: PanelEnvironment;
  chromium: Browser;
  browserWindow: BrowserWindow;
  page: Page;
  user: KeyboardUser;
  person: { id: number; email: string };
}

/**
 * Filled before the first test runs.
 * @param startServers of its own, for a test that stops them
 */
export function panelSession(role: Role, startServers?: () => Promise<OwnServers>): PanelSession {
  const session: Partial<PanelSession> = {};
  beforeAll(async () => {
    const servers = await startServers?.();
    const [environment, chromium] = await Promise.all([
      startPanelEnvironment(servers),
      aChromium(),
    ]);
    const browserWindow = await openWindow(chromium, environment.panel.url);
    const { page } = browserWindow;
    const user = new KeyboardUser(page);
    const person = await environment.panel.person(role);
    Object.assign(session, { environment, chromium, browserWindow, page, user, person });
    await user.signIn(person.email);
  });
  afterAll(async () => {
    // what could not be started has nothing to stop
    await session.browserWindow?.leave();
    await session.chromium?.close();
    await session.environment?.stop();
  });
  return session as PanelSession;
}
