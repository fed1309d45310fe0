/** A rehearsal: signs a made-up sale, sends it to the simulator or a beta, draws its ticket. */
import {
  currentDesign,
  type RehearsalResult,
  type RehearsalStep,
  type RehearsalTarget,
  type RehearsedBusiness,
  rehearsalTarget,
} from '@rafaga/db';
import { designOf, drawPdf } from '@rafaga/pdf';
import type { Deps } from '../deps.js';
import type { Authorities } from '../exchange/authorities.js';
import { rehearsalAccess } from './rehearsalAccess.js';
import { readRehearsalAnswer } from './rehearsalAnswer.js';
import { CannotRehearse, type Rehearsal, signRehearsal } from './signRehearsal.js';

type RehearsalDeps = Pick<Deps, 'db' | 'vault' | 'authorities'>;

export async function rehearse(
  deps: RehearsalDeps,
  business: RehearsedBusiness,
): Promise<RehearsalResult> {
  try {
    const now = new Date();
    const rehearsal = await signRehearsal({ ...deps, now }, business);
    const signed = good('firmado', `${nameOf(rehearsal)}, con tu certificado y su clave.`);
    const sent = await sendStep(deps, business, rehearsal);
    const ticket = await drawTicket(deps, business, {
      ...rehearsal,
      accepted: sent.severity === 'good',
      createdAt: now,
    });
    const drawn = good('dibujado', 'El ticket está abajo.');
    return { steps: [signed, sent, drawn], ticket: ticket.toString('base64') };
  } catch (error) {
    if (!(error instanceof CannotRehearse)) throw error;
    return { steps: [{ severity: 'bad', word: 'falta', text: error.message }] };
  }
}

const good = (word: string, text: string): RehearsalStep => ({ severity: 'good', word, text });
const bad = (text: string): RehearsalStep => ({ severity: 'bad', word: 'rechazado', text });

const nameOf = ({ kind, series, number }: Rehearsal): string =>
  `${kind === 'boleta' ? 'Boleta' : 'Factura'} de ensayo ${series}-${number}`;

const PLACES = {
  simulator: 'el simulador',
  beta: 'la beta de SUNAT',
  own: 'las direcciones de prueba del operador',
} as const;

async function sendStep(
  deps: RehearsalDeps,
  business: RehearsedBusiness,
  rehearsal: Rehearsal,
): Promise<RehearsalStep> {
  const target = rehearsalTarget(business);
  const place = PLACES[target];
  const client = clientOf(deps.authorities, target, business);
  const access = await rehearsalAccess(deps, business);
  const reply = await client.send(rehearsal.name, rehearsal.zip, access);
  if (reply.is === 'fault') return bad(`La rechazó ${place}, código ${reply.code}: ${reply.text}`);
  if (reply.is !== 'cdr')
    return {
      severity: 'warn',
      word: 'sin probar',
      text: `No se pudo probar: ${place} no respondió (${reply.reason}).`,
    };
  const { accepted, code, description } = readRehearsalAnswer(reply.zip, business.ruc, rehearsal);
  return accepted
    ? good('aceptado', `La aceptó ${place}, con código ${code}. A producción no se envió nada.`)
    : bad(`La rechazó ${place}, código ${code}: ${description}`);
}

const clientOf = (
  authorities: Authorities,
  target: RehearsalTarget,
  { billUrl, consultUrl }: RehearsedBusiness,
) =>
  authorities.of(
    target === 'own'
      ? {
          authority: 'custom',
          ...(billUrl !== null && { billUrl }),
          ...(consultUrl !== null && { consultUrl }),
        }
      : { authority: target },
  ).client;

async function drawTicket(
  { db }: RehearsalDeps,
  business: RehearsedBusiness,
  { accepted, ...rehearsal }: Rehearsal & { accepted: boolean; createdAt: Date },
): Promise<Buffer> {
  const { priced, issuer, number, digest, qr, createdAt } = rehearsal;
  const design = designOf(await currentDesign(db, business.id));
  const state = accepted ? ('accepted' as const) : ('pending' as const);
  // wherever the business is, this paper has no validity
  const environment = rehearsalTarget(business) === 'simulator' ? 'simulator' : 'beta';
  return drawPdf(
    { priced, issuer, number, digest, qr, createdAt, state, evidence: null, environment, design },
    'ticket-80',
  );
}
