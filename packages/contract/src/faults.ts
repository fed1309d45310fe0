/** Collects the faults of a request under their keys, up to a bound, and refuses once. */
import type { LabelOf, Path } from './labels.js';
import { type Details, type MessageKey, messageFor } from './messages.js';
import { type Errores, Invalid } from './refusal.js';

/**
 * The largest number of faults of a response: those of 500 lines with four faults each. Each takes
 * ten microseconds, and two hundred bodies of one business may have as many.
 */
const MAX_FAULTS = 2_000;
const MAX_KEY_LENGTH = 200;

export class Faults {
  readonly #errores = new Map<string, string[]>();
  readonly #labelOf: LabelOf;
  #count = 0;

  constructor(labelOf: LabelOf) {
    this.#labelOf = labelOf;
  }

  /** Adds a fault of the field at a path of the body, or of the header that a text names. */
  add(at: Path | string, message: MessageKey, details?: Details): void {
    if (this.#count > MAX_FAULTS) return;
    this.#count++;
    if (this.#count > MAX_FAULTS) this.#put('_general', messageFor('too_many_faults'));
    else if (typeof at === 'string') this.#put(at, messageFor(message, undefined, details));
    else this.#put(keyOf(at), messageFor(message, this.#labelOf(at), details));
  }

  /** Replaces the faults of a field by one. */
  replace(at: Path, message: MessageKey): void {
    this.#errores.delete(keyOf(at));
    this.add(at, message);
  }

  /** Whether the field at this path, or one inside it, has a fault already. */
  has(at: Path): boolean {
    const key = keyOf(at);
    for (const known of this.#errores.keys())
      if (known === key || known.startsWith(`${key}.`)) return true;
    return false;
  }

  /** Whether the field at exactly this path has a fault already. */
  marks(at: Path): boolean {
    return this.#errores.has(keyOf(at));
  }

  /** How many faults were added. */
  get count(): number {
    return this.#count;
  }

  get full(): boolean {
    return this.#count > MAX_FAULTS;
  }

  throwIfAny(): void {
    if (this.#count > 0) throw new Invalid(this.errores);
  }

  get errores(): Errores {
    return Object.fromEntries(this.#errores);
  }

  #put(key: string, message: string): void {
    const known = this.#errores.get(key);
    if (known === undefined) this.#errores.set(key, [message]);
    else if (!known.includes(message)) known.push(message);
  }
}

/** A path as a key of `errores`: items.0.cantidad. */
function keyOf(path: Path): string {
  const key = path.join('.');
  if (key === '') return '_general';
  return key.length > MAX_KEY_LENGTH ? `${key.slice(0, MAX_KEY_LENGTH)}…` : key;
}
