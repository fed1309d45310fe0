/**
 * Somebody at a keyboard, who has no mouse: what is reached is reached by Tab, and seen to be. Keys
 * and decisions are counted.
 */
import { TOTP } from 'otpauth';
import type { Locator, Page } from 'playwright-core';
import { PASSWORD } from '../support/panel.js';
import { andArrive } from './chromium.js';

/**
 * How a person types, as PANEL judges it: this long a key, and this long to decide what to do next.
 */
const KEY_S = 0.18;
const DECISION_S = 1.2;
/** More stops than any page has between two things that belong together. */
const MOST_TABS = 120;

export class KeyboardUser {
  keys = 0;
  decisions = 0;

  constructor(readonly page: Page) {}

  /** What a person would have taken. */
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

  /** By Tab from where one is, seen all the way. */
  async reach(target: Locator): Promise<void> {
    this.decisions++;
    await target.waitFor({ state: 'attached' });
    for (let tabs = 0; tabs < MOST_TABS; tabs++) {
      if (await target.evaluate((element) => element === element.ownerDocument.activeElement))
        return;
      await this.press('Tab');
      const hidden = await this.page.evaluate<string | null>(UNSEEN_FOCUS);
      if (hidden) throw new Error(`nobody sees that one is at ${hidden}`);
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

  /**
   * E-mail and password; then, for who must, the second factor is set up from the key that is
   * shown.
   */
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
