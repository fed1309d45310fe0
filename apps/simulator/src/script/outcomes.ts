/**
 * The answers of the simulator, by name: a command or the client's document number in a sale
 * selects one.
 */
import type { SignatureVariant } from '../documents/signatureVariants.js';
import type { Service } from './services.js';

export type Verdict = 'accepted' | 'observed' | 'rejected';
export type Body =
  | 'answer'
  | 'other-number'
  | 'broken-zip'
  | 'truncated-zip'
  | 'zip-bomb'
  | 'doctype-bomb'
  | 'text'
  | 'empty'
  | 'html-200'
  | 'html-500'
  | 'html-502'
  | 'html-503'
  | 'huge';
export type Manner = 'send' | 'hold' | 'reset' | 'slow' | 'drip';

export interface Outcome {
  /** The last two digits NN of the client that selects it: DNI 999900NN, RUC 209999990NN. */
  client: string;
  /** The verdict that is registered; absent: nothing is registered, the number stays free. */
  registers?: Verdict;
  /** The return code of the CDR if a verdict is registered, else of the fault. */
  code?: string;
  body: Body;
  manner: Manner;
  /** Whether a client selects it only for the first receipt of each document. */
  once: boolean;
  /** The number is registered by another system first. */
  foreign?: true;
  /** How its CDR is signed; absent: as usual. */
  signature?: SignatureVariant;
  /** The rejection is answered as a SOAP fault, as SUNAT's beta does. */
  asFault?: true;
  description: string;
}

export const OUTCOMES = {
  aceptado: {
    client: '01',
    registers: 'accepted',
    body: 'answer',
    manner: 'send',
    once: false,
    description: 'Lo acepta.',
  },
  observado: {
    client: '02',
    registers: 'observed',
    body: 'answer',
    manner: 'send',
    once: false,
    description: 'Lo acepta con observaciones.',
  },
  rechazado: {
    client: '03',
    registers: 'rejected',
    code: '2017',
    body: 'answer',
    manner: 'send',
    once: false,
    description: 'Lo rechaza con un CDR; el número queda usado.',
  },
  excepcion: {
    client: '04',
    code: '1083',
    body: 'answer',
    manner: 'send',
    once: false,
    description: 'No lo recibe: excepción; el número queda libre.',
  },
  'timeout-antes': {
    client: '05',
    body: 'answer',
    manner: 'hold',
    once: true,
    description: 'No lo registra y nunca contesta.',
  },
  'timeout-despues': {
    client: '06',
    registers: 'accepted',
    body: 'answer',
    manner: 'hold',
    once: true,
    description: 'Lo registra y nunca contesta: respuesta perdida.',
  },
  'corte-antes': {
    client: '07',
    body: 'answer',
    manner: 'reset',
    once: true,
    description: 'Corta la conexión sin registrarlo.',
  },
  'corte-despues': {
    client: '08',
    registers: 'accepted',
    body: 'answer',
    manner: 'reset',
    once: true,
    description: 'Lo registra y corta la conexión.',
  },
  'html-502': {
    client: '09',
    body: 'html-502',
    manner: 'send',
    once: true,
    description: 'Contesta una página HTML 502; no lo registra.',
  },
  'vacio-200': {
    client: '10',
    body: 'empty',
    manner: 'send',
    once: true,
    description: 'Contesta 200 sin contenido; no lo registra.',
  },
  lento: {
    client: '11',
    registers: 'accepted',
    body: 'answer',
    manner: 'slow',
    once: true,
    description: 'Lo registra y contesta después de 20 segundos (o los que se pidan).',
  },
  'zip-malo': {
    client: '12',
    registers: 'accepted',
    body: 'broken-zip',
    manner: 'send',
    once: true,
    description: 'Lo registra; la constancia llega como un ZIP dañado.',
  },
  'otro-numero': {
    client: '13',
    registers: 'accepted',
    body: 'other-number',
    manner: 'send',
    once: true,
    description: 'Lo registra; contesta el CDR de otro número.',
  },
  'ya-registrado': {
    client: '14',
    code: '1033',
    body: 'answer',
    manner: 'send',
    once: false,
    foreign: true,
    description: 'Otro sistema ya registró ese número: 1033.',
  },
  goteo: {
    client: '15',
    registers: 'accepted',
    body: 'answer',
    manner: 'drip',
    once: true,
    description: 'Lo registra y contesta un byte por segundo.',
  },
  'zip-truncado': {
    client: '16',
    registers: 'accepted',
    body: 'truncated-zip',
    manner: 'send',
    once: true,
    description: 'Lo registra; la constancia llega como un ZIP cortado.',
  },
  'bomba-zip': {
    client: '17',
    registers: 'accepted',
    body: 'zip-bomb',
    manner: 'send',
    once: true,
    description: 'Lo registra; la constancia es una bomba ZIP.',
  },
  'bomba-doctype': {
    client: '18',
    registers: 'accepted',
    body: 'doctype-bomb',
    manner: 'send',
    once: true,
    description: 'Lo registra; la constancia lleva un DOCTYPE con entidades que explotan.',
  },
  texto: {
    client: '19',
    body: 'text',
    manner: 'send',
    once: true,
    description: 'Contesta texto donde va el ZIP; no lo registra.',
  },
  caido: {
    client: '20',
    code: '0109',
    body: 'answer',
    manner: 'send',
    once: true,
    description: 'Servicio de autenticación caído: 0109.',
  },
  transitorio: {
    client: '21',
    code: '0130',
    body: 'answer',
    manner: 'send',
    once: true,
    description: 'Falla pasajera: 0130.',
  },
  'error-lote': {
    client: '22',
    code: '0200',
    body: 'answer',
    manner: 'send',
    once: true,
    description: 'Falla pasajera: 0200.',
  },
  'clave-mala': {
    client: '23',
    code: '0102',
    body: 'answer',
    manner: 'send',
    once: true,
    description: 'Usuario o contraseña incorrectos: 0102.',
  },
  'en-proceso': {
    client: '24',
    code: '0140',
    body: 'answer',
    manner: 'send',
    once: true,
    description: 'Hay un documento igual en proceso: 0140.',
  },
  'html-200': {
    client: '25',
    body: 'html-200',
    manner: 'send',
    once: true,
    description: 'Contesta una página HTML con 200; no lo registra.',
  },
  'http-503': {
    client: '26',
    body: 'html-503',
    manner: 'send',
    once: true,
    description: 'Contesta HTTP 503; no lo registra.',
  },
  'http-500': {
    client: '29',
    body: 'html-500',
    manner: 'send',
    once: true,
    description: 'Contesta HTTP 500 con una página HTML; no lo registra.',
  },
  gigante: {
    client: '27',
    registers: 'accepted',
    body: 'huge',
    manner: 'send',
    once: true,
    description: 'Lo registra y contesta 20 MB.',
  },
  'rechazado-beta': {
    client: '28',
    registers: 'rejected',
    code: '2017',
    body: 'answer',
    manner: 'send',
    once: false,
    asFault: true,
    description: 'Lo rechaza como lo hace la beta: con un fallo SOAP en vez de un CDR.',
  },
  'sin-firma': {
    client: '30',
    registers: 'accepted',
    body: 'answer',
    manner: 'send',
    once: false,
    signature: 'none',
    description: 'Lo acepta; la constancia no lleva firma.',
  },
  'firma-ajena': {
    client: '31',
    registers: 'accepted',
    body: 'answer',
    manner: 'send',
    once: false,
    signature: 'stranger',
    description: 'Lo acepta; firma la constancia otro certificado.',
  },
  'firma-falsa': {
    client: '32',
    registers: 'accepted',
    body: 'answer',
    manner: 'send',
    once: false,
    signature: 'wrong-key',
    description: 'Lo acepta; la firma de la constancia no es de su certificado.',
  },
  'cdr-alterado': {
    client: '33',
    registers: 'accepted',
    body: 'answer',
    manner: 'send',
    once: false,
    signature: 'tampered',
    description: 'Lo acepta; la constancia fue modificada después de firmarse.',
  },
} as const satisfies Record<string, Outcome>;

export type OutcomeName = keyof typeof OUTCOMES;

export const isOutcome = (name: string): name is OutcomeName => Object.hasOwn(OUTCOMES, name);

/** The row of an outcome, typed with its optional members. */
export const outcome = (name: OutcomeName): Outcome => OUTCOMES[name];

const IN_PLACE_OF_THE_CDR: ReadonlySet<Body> = new Set<Body>([
  'other-number',
  'broken-zip',
  'truncated-zip',
  'zip-bomb',
  'doctype-bomb',
  'text',
  'huge',
]);

export const replacesCdr = ({ body }: Outcome): boolean => IN_PLACE_OF_THE_CDR.has(body);

/**
 * Whether an outcome changes what a service answers, or is the usual answer. A consultation
 * registers nothing, and only that by SOAP gives a CDR.
 */
export function isFor(service: Service, name: OutcomeName): boolean {
  const row = outcome(name);
  if (service === 'envio') return true;
  if (row.foreign || row.registers === 'observed' || row.registers === 'rejected') return false;
  return service === 'consulta' || !(replacesCdr(row) || row.signature);
}

const [DNI, RUC] = ['999900', '209999990'];
const CLIENTS = new RegExp(`^(?:${DNI}|${RUC})(\\d\\d)$`);

/** The client's DNI and RUC that select the outcome of these two digits. */
export const clientsOf = (client: string): [dni: string, ruc: string] => [
  DNI + client,
  RUC + client,
];

/** The outcome that a client's document number selects. */
export function outcomeOfClient(document: string): OutcomeName | undefined {
  const digits = CLIENTS.exec(document)?.[1];
  if (digits === undefined) return undefined;
  return (Object.keys(OUTCOMES) as OutcomeName[]).find((name) => OUTCOMES[name].client === digits);
}
