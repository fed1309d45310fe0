/** Writes every receipt to disk before it is answered; simultaneous receipts share one fsync. */
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Registration } from './registry.js';

export interface Receipt {
  seq: number;
  time: string;
  /** `otro-sistema`: a document of another system, registered by command. */
  service: 'sendBill' | 'getStatusCdr' | 'getStatus' | 'validarcomprobante' | 'otro-sistema';
  /** RUC-TT-SERIE-NUMERO, or null when it could not be read. */
  document: string | null;
  /** SHA-256 of the XML received. */
  sha256: string | null;
  /** DigestValue of its signature. */
  digest: string | null;
  outcome: string;
  code: string | null;
  /** Whether this receipt registered its XML. */
  registered: boolean;
  /** What chose the outcome. */
  by: 'command' | 'client' | 'default' | 'rules';
  /** The registration that this receipt made. */
  registration?: Registration;
}

export type NewReceipt = Omit<Receipt, 'seq' | 'time'>;

const RECENT = 200;

export class Ledger {
  readonly path: string;
  /** The last 200 receipts, newest first. */
  readonly recent: Receipt[] = [];
  /** Number of receipts by outcome. */
  readonly counts = new Map<string, number>();
  #seq = 0;
  #file: FileHandle;
  /** The bytes of its whole lines. */
  #size = 0;
  /** Whether a failed write may have left a part of a line behind them. */
  #torn = false;
  #waiting: { receipt: Receipt; written: () => void; failed: (error: unknown) => void }[] = [];
  #writing: Promise<void> | undefined;

  private constructor(path: string, file: FileHandle) {
    this.path = path;
    this.#file = file;
  }

  /** Opens the ledger of a folder, and calls `each` with every earlier receipt, in order. */
  static async open(folder: string, each: (receipt: Receipt) => void): Promise<Ledger> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, 'ledger.jsonl');
    const file = await open(path, 'a+', 0o600);
    await dropTornLine(file);
    const ledger = new Ledger(path, file);
    let number = 0;
    for await (const line of createInterface({ input: createReadStream(path, 'utf8') })) {
      number += 1;
      const receipt = receiptOf(line, `${path}:${number}`);
      ledger.#seq = receipt.seq;
      ledger.#remember(receipt);
      each(receipt);
    }
    ledger.#size = (await file.stat()).size;
    return ledger;
  }

  /** Resolves when the line is on disk; a line that could not be written leaves its number out. */
  append(entry: NewReceipt): Promise<void> {
    this.#seq += 1;
    const receipt: Receipt = { seq: this.#seq, time: new Date().toISOString(), ...entry };
    return new Promise((written, failed) => {
      this.#waiting.push({ receipt, written, failed });
      this.#writing ??= this.#write();
    });
  }

  /** Resolves when everything appended so far is on disk. */
  async flushed(): Promise<void> {
    await this.#writing;
  }

  /** Deletes everything. */
  async clear(): Promise<void> {
    await this.flushed();
    await this.#file.truncate(0);
    await this.#file.sync();
    this.#size = 0;
    this.#torn = false;
    this.recent.length = 0;
    this.counts.clear();
    this.#seq = 0;
  }

  async close(): Promise<void> {
    await this.flushed();
    await this.#file.close();
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        await this.#put(batch.map(({ receipt }) => `${JSON.stringify(receipt)}\n`).join(''));
        for (const { receipt, written } of batch) {
          this.#remember(receipt);
          written();
        }
      } catch (error) {
        // where this fails too, the next write begins with it
        await this.#dropTorn().catch(() => undefined);
        for (const { failed } of batch) failed(error);
      }
    }
    this.#writing = undefined;
  }

  async #put(lines: string): Promise<void> {
    await this.#dropTorn();
    const bytes = Buffer.from(lines);
    this.#torn = true;
    await this.#file.appendFile(bytes);
    await this.#file.datasync();
    this.#torn = false;
    this.#size += bytes.length;
  }

  /** Removes what a failed write left: the next line would be glued to it. */
  async #dropTorn(): Promise<void> {
    if (!this.#torn) return;
    await this.#file.truncate(this.#size);
    this.#torn = false;
  }

  #remember(receipt: Receipt): void {
    this.recent.unshift(receipt);
    if (this.recent.length > RECENT) this.recent.pop();
    this.counts.set(receipt.outcome, (this.counts.get(receipt.outcome) ?? 0) + 1);
  }
}

/** @throws Error that names the file and the line, unless the line is a receipt */
function receiptOf(line: string, place: string): Receipt {
  try {
    const receipt = JSON.parse(line) as Receipt;
    if (Number.isInteger(receipt.seq)) return receipt;
  } catch {}
  throw new Error(
    `${place}: no es un recibo del simulador. Borra esa línea, o el archivo si ya no te sirve.`,
  );
}

/** Removes the incomplete last line of a killed process: it was never answered. */
async function dropTornLine(file: FileHandle): Promise<void> {
  const { size } = await file.stat();
  const tail = Buffer.alloc(Math.min(size, 65_536));
  await file.read(tail, 0, tail.length, size - tail.length);
  const whole = tail.lastIndexOf(0x0a) + 1;
  if (whole < tail.length) await file.truncate(size - tail.length + whole);
}
