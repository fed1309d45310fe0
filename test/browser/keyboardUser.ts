/**
 * A user without a mouse: reaches every control by Tab, checks that the focus is visible, and
 * counts keys and decisions.
 */
import { TOTP } from 'otpauth';
import type { Locator, Page } from 'playwright-core';
import { PASSWORD } from '../support/panel.js';
import { andArrive } from './chromium.js';

/** Seconds a key, and seconds to decide on the next step (keystroke-level model). */
const KEY_S = 0.18;
const DECISION_S = 1.2;
/** More stops than there are between any two controls of a page. */
const MOST_TABS = 120;

export class KeyboardUser {
  keys = 0;
  decisions = 0;

  constructor(readonly page: Page) {}

  /** The seconds that a person would have needed. */
  get seconds(): number {
    return this.keys * KEY_S + this.decisions * DECISION_S;
  }

  async press(key: string): Promise<void> {
    this.keys++;
    await this.page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    this.keys += text.length;
    await this.page.keyboard.type(text);
  }

  async paste(text: string): Promise<void> {
    this.keys++;
    await this.page.keyboard.insertText(text);
  }

  /** Moves the focus by Tab from where it is; it must be visible at every stop. */
  async reach(target: Locator): Promise<void> {
    this.decisions++;
    await target.waitFor({ state: 'attached' });
    for (let tabs = 0; tabs < MOST_TABS; tabs++) {
      if (await target.evaluate((element) => element === element.ownerDocument.activeElement))
        return;
      await this.press('Tab');
      const hidden = await this.page.evaluate<string | null>(UNSEEN_FOCUS);
      if (hidden) throw new Error(`the focus is not visible on ${hidden}`);
    }
    throw new Error(`not reached by Tab: ${target}`);
  }

  async fill(label: string, text: string): Promise<void> {
    await this.reach(this.field(label));
    await this.press('ControlOrMeta+a');
    await this.type(text);
  }

  field(label: string): Locator {
    return this.page.getByLabel(label, { exact: true });
  }

  /** Sends the form or follows the link, and waits for the page that comes. */
  async push(name: string | RegExp, role: 'button' | 'link' = 'button'): Promise<void> {
    await this.reach(
      this.page.getByRole('main').getByRole(role, { name, exact: typeof name === 'string' }),
    );
    await this.enter();
  }

  async enter(): Promise<void> {
    await andArrive(this.page, () => this.press('Enter'));
  }

  /** Signs in; where a second factor is required, enrols it with the key that the page shows. */
  async signIn(email: string): Promise<void> {
    await this.provePassword(email);
    if (!this.page.url().includes('/codigo')) return;
    const key = (await this.page.locator('code.secret').textContent()) ?? '';
    await this.fill('Código de 6 dígitos', new TOTP({ secret: key.replace(/\s/g, '') }).generate());
    await this.enter();
  }

  async provePassword(email: string): Promise<void> {
    await this.page.goto('/ingresar');
    await this.fill('Correo', email);
    await this.fill('Contraseña', PASSWORD);
    await this.enter();
  }
}

/** The element that has the focus and does not show it, or null. */
const UNSEEN_FOCUS = `(() => {
  const at = document.activeElement;
  if (!at || at === document.body) return null;
  const { outlineStyle, outlineWidth } = getComputedStyle(at);
  const { width, height } = at.getBoundingClientRect();
  const seen = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && width > 4 && height > 4;
  return seen ? null : at.outerHTML.slice(0, 120);
})()`;
