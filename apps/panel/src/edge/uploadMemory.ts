/**
 * Bounds the memory of uploads that are being read, separately for users and strangers, because an
 * upload, even one without a session, is read before its form token is known.
 */
import { PageRefusal } from './pageRefusal.js';

/** The most bytes of one user or address, and of all. */
interface Bounds {
  each: number;
  all: number;
}

/** For one user, six files of the largest size; for all, a part of the panel's memory. */
const OF_USERS: Bounds = { each: 8_000_000, all: 64_000_000 };
/** For forms with a file whose session has ended, which are kept for their user. */
const OF_STRANGERS: Bounds = { each: 3_000_000, all: 16_000_000 };

export interface Uploader {
  key: string;
  hasSession: boolean;
}

export interface UploadHolding {
  /** @throws PageRefusal when there is no room for this many more bytes */
  hold(bytes: number): void;
  release(): void;
}

export interface UploadMemory {
  open(uploader: Uploader): UploadHolding;
}

export function createUploadMemory(): UploadMemory {
  const [users, strangers] = [createBytes(OF_USERS), createBytes(OF_STRANGERS)];
  return {
    open({ key, hasSession }) {
      const bytes = hasSession ? users : strangers;
      let own = 0;
      return {
        hold(more) {
          if (!bytes.fits(key, more)) throw busy();
          bytes.change(key, more);
          own += more;
        },
        release() {
          bytes.change(key, -own);
          own = 0;
        },
      };
    },
  };
}

function createBytes({ each, all }: Bounds) {
  const byKey = new Map<string, number>();
  let total = 0;
  const ofKey = (key: string): number => byKey.get(key) ?? 0;
  return {
    fits: (key: string, more: number): boolean => ofKey(key) + more <= each && total + more <= all,
    change(key: string, more: number): void {
      total += more;
      const held = ofKey(key) + more;
      if (held > 0) byKey.set(key, held);
      else byKey.delete(key);
    },
  };
}

const busy = () =>
  new PageRefusal(
    429,
    'Llegan demasiados archivos a la vez. No se guardó nada: inténtalo otra vez en unos segundos.',
  );
