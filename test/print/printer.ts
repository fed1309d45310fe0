/**
 * A ticket printer that keeps what it prints: interprets ESC/POS by Epson's reference, and refuses
 * a command that it does not know.
 */

export interface PrintedRow {
  text: string;
  centered: boolean;
  bold: boolean;
  tall: boolean;
  reverse: boolean;
}

export interface PrintedTicket {
  rows: PrintedRow[];
  qrs: { text: string; module: number; level: number }[];
  barcodes: string[];
  /** The dots of each picture, row by row: true is black. */
  pictures: boolean[][][];
  cuts: number;
}

/** The Spanish letters and signs of code page 850, as Epson's table shows them. */
const PC850 = new Map(
  '81ü 82é 87ç 90É 9aÜ 9e× a0á a1í a2ó a3ú a4ñ a5Ñ a6ª a7º b5Á d6Í e0Ó e9Ú fa· fc³ fd²'
    .split(' ')
    .map((each) => [Number.parseInt(each.slice(0, 2), 16), each.slice(2)]),
);
/** The bytes of Windows-1252 that are not those of Latin-1. */
const SIGNS = new Map(
  '80€ 85… 91‘ 92’ 93“ 94” 96– 97— 9b›'
    .split(' ')
    .map((each) => [Number.parseInt(each.slice(0, 2), 16), each.slice(2)]),
);
const TABLES: Readonly<Record<number, (byte: number) => string | undefined>> = {
  2: (byte) => PC850.get(byte),
  19: (byte) => (byte === 0xd5 ? '€' : PC850.get(byte)),
  16: (byte) => SIGNS.get(byte) ?? String.fromCharCode(byte),
};

export function printOn(bytes: Buffer): PrintedTicket {
  const ticket: PrintedTicket = { rows: [], qrs: [], barcodes: [], pictures: [], cuts: 0 };
  const state: State = { mode: { ...PLAIN }, table: TABLES[2] };
  const reader = readerOf(bytes);
  const commands = commandsOf(reader, ticket, state);
  let text = '';
  while (reader.hasMore()) {
    const byte = reader.next();
    if (byte === 0x0a) {
      ticket.rows.push({ text, ...state.mode });
      text = '';
    } else if (byte >= 0x20) {
      const letter = byte < 0x80 ? String.fromCharCode(byte) : state.table?.(byte);
      if (!letter) unknown(`letter ${byte.toString(16)}`);
      text += letter;
    } else {
      const name = `${byte.toString(16)} ${reader.next().toString(16)}`;
      (commands[name] ?? (() => unknown(name)))();
    }
  }
  if (text !== '') unknown('a row without its end');
  return ticket;
}

/** How the next letters are printed. */
interface State {
  mode: Omit<PrintedRow, 'text'>;
  table: ((byte: number) => string | undefined) | undefined;
}

const PLAIN = { centered: false, bold: false, tall: false, reverse: false };

type Reader = ReturnType<typeof readerOf>;

function readerOf(bytes: Buffer) {
  let at = 0;
  const next = () => bytes[at++] as number;
  return {
    hasMore: () => at < bytes.length,
    next,
    word: () => next() + 256 * next(),
    taken(length: number) {
      at += length;
      return bytes.subarray(at - length, at);
    },
  };
}

/** What a command does, by its first two bytes. */
function commandsOf(
  { next, word, taken }: Reader,
  ticket: PrintedTicket,
  state: State,
): Readonly<Record<string, () => void>> {
  const qrCommand = qrPrinter(ticket);
  return {
    '1b 40': () => Object.assign(state.mode, PLAIN),
    '1b 61': () => (state.mode.centered = next() === 1),
    '1b 45': () => (state.mode.bold = next() === 1),
    '1b 74': () => (state.table = TABLES[next()]),
    '1c 2e': () => undefined,
    '1d 21': () => (state.mode.tall = next() === 1),
    '1d 42': () => (state.mode.reverse = next() === 1),
    '1d 56': () => (next() === 0x42 && next() >= 0 ? ticket.cuts++ : unknown('cut')),
    '1d 68': () => next(),
    '1d 77': () => next(),
    '1d 48': () => next(),
    '1d 6b': () =>
      next() === 73 ? ticket.barcodes.push(taken(next()).toString()) : unknown('GS k'),
    '1d 76': () => {
      if (next() !== 0x30 || next() !== 0) unknown('GS v');
      const [stride, height] = [word(), word()];
      ticket.pictures.push(Array.from({ length: height }, () => dots(taken(stride))));
    },
    '1d 28': () => {
      if (next() !== 0x6b) unknown('GS (');
      qrCommand(taken(word()));
    },
  };
}

/** Keeps the settings and the data of a QR until the command that prints it. */
function qrPrinter(ticket: PrintedTicket) {
  const qr = { text: '', module: 3, level: 48 };
  return ([kind, command, ...data]: Buffer) => {
    if (kind !== 0x31) unknown('symbol');
    if (command === 0x43) qr.module = data[0] as number;
    else if (command === 0x45) qr.level = data[0] as number;
    else if (command === 0x50) qr.text = Buffer.from(data.slice(1)).toString('utf8');
    else if (command === 0x51) ticket.qrs.push({ ...qr });
    else if (command !== 0x41) unknown('QR');
  };
}

const dots = (row: Buffer): boolean[] =>
  [...row].flatMap((byte) => Array.from({ length: 8 }, (_, bit) => (byte & (0x80 >> bit)) !== 0));

function unknown(what: string): never {
  throw new Error(`the printer does not know: ${what}`);
}
