/**
 * A person in front of a real Chromium: what they type and decide is counted, what the machine
 * takes is measured, and the two are added (keystroke-level model). Nothing waits for the person,
 * so that a run is short; work that goes on while a person thinks makes the sum an upper bound.
 */
/**
 * Seconds a key, and seconds to decide on the next control and point at it; a key that moves there
 * needs no pointing.
 */
const KEY_S = 0.18;
const DECISION_S = 1.2;

export class Person {
  keys = 0;
  decisions = 0;

  constructor(page) {
    this.page = page;
    this.main = page.getByRole('main');
  }

  /** Starts to count and to measure. @returns a function that gives the figures of the journey */
  begin() {
    const before = { keys: this.keys, decisions: this.decisions, at: performance.now() };
    return () => {
      const [keys, decisions] = [this.keys - before.keys, this.decisions - before.decisions];
      const person = keys * KEY_S + decisions * DECISION_S;
      const machine = (performance.now() - before.at) / 1_000;
      return { keys, decisions, person, machine, total: person + machine };
    };
  }

  async type(text) {
    this.keys += text.length;
    await this.page.keyboard.insertText(text);
  }

  async press(key) {
    this.keys++;
    await this.page.keyboard.press(key);
  }

  async fill(label, text) {
    this.decisions++;
    this.keys += text.length;
    await this.main.getByLabel(label, { exact: true }).fill(text);
  }

  async check(role, name) {
    this.decisions++;
    await this.main.getByRole(role, { name }).check();
  }

  /** Presses a button or a link that leads to another page, and waits until that one is loaded. */
  async follow(role, name) {
    this.decisions++;
    const target = this.page.getByRole(role, { name, exact: typeof name === 'string' }).first();
    await this.arrive(() => target.click());
  }

  async enter() {
    await this.arrive(() => this.press('Enter'));
  }

  async arrive(act) {
    const came = this.page.waitForEvent(
      'framenavigated',
      (frame) => frame === this.page.mainFrame(),
    );
    await act();
    await came;
    await this.page.waitForLoadState('domcontentloaded');
  }

  /** Waits until the page shows it, without a reload. */
  async sees(text) {
    await this.main.getByText(text).first().waitFor({ timeout: 120_000 });
  }
}
