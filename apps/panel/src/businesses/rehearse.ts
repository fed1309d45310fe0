/**
 * The rehearsal of a business: signs a made-up sale, sends it to the simulator or to a beta, draws
 * its ticket. The result is held for minutes, sealed, for the page that shows it.
 */
import { currentDesign, recordAct } from '@rafaga/db';
import { ENVIRONMENT } from '@rafaga/operations';
import {
  CannotRehearse,
  type Rehearsal,
  readRehearsalAnswer,
  rehearsalAccess,
  rehearsalTarget,
  signRehearsal,
} from '@rafaga/operations/rehearsal';
import { designOf, drawPdf } from '@rafaga/pdf';
import { SUNAT } from '@rafaga/sunat';
import { putHeldValue } from '../edge/heldValue.js';
import type { BusinessRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirect } from '../edge/pageResponse.js';
import type { Severity } from '../html/components.js';
import { endpointsOf, openAuthority, policyFor } from './authorityClient.js';
import { isInWizard } from './businessLayout.js';

export interface RehearsalStep {
  severity: Severity;
  word: string;
  text: string;
}

export interface RehearsalResult {
  businessId: number;
  steps: RehearsalStep[];
  /** The ticket as a PDF, in base64; absent when nothing could be signed. */
  ticket?: string;
}

export async function rehearse(request: BusinessRequest): Promise<PageResponse> {
  const { deps, business } = request;
  const result = await resultOf(request);
  await recordAct(deps.db, request.by(), {
    action: 'business.rehearse',
    businessId: business.id,
    after: { steps: result.steps.map(({ word, text }) => `${word}: ${text}`) },
  });
  const query = new URLSearchParams({ ensayo: await putHeldValue(request, result) });
  if (isInWizard(request)) query.set('asistente', '1');
  return redirect(`/negocios/${business.ruc}/activar?${query}`);
}

async function resultOf(request: BusinessRequest): Promise<RehearsalResult> {
  const { deps, business, now } = request;
  const { id: businessId } = business;
  try {
    const rehearsal = await signRehearsal({ ...deps, now }, business);
    const signed = good('firmado', `${nameOf(rehearsal)}, con tu certificado y su clave.`);
    const sent = await sendStep(request, rehearsal);
    const ticket = await drawTicket(request, rehearsal, sent.severity === 'good');
    const drawn = good('dibujado', 'El ticket está abajo.');
    return { businessId, steps: [signed, sent, drawn], ticket: ticket.toString('base64') };
  } catch (error) {
    if (!(error instanceof CannotRehearse)) throw error;
    return { businessId, steps: [{ severity: 'bad', word: 'falta', text: error.message }] };
  }
}

const good = (word: string, text: string): RehearsalStep => ({ severity: 'good', word, text });

const nameOf = ({ kind, series, number }: Rehearsal): string =>
  `${kind === 'boleta' ? 'Boleta' : 'Factura'} de ensayo ${series}-${number}`;

const PLACES = {
  simulator: 'el simulador',
  beta: 'la beta de SUNAT',
  own: 'las direcciones de prueba del operador',
} as const;

async function sendStep(request: BusinessRequest, rehearsal: Rehearsal): Promise<RehearsalStep> {
  const { deps, business } = request;
  const target = rehearsalTarget(business);
  const place = PLACES[target];
  const access = await rehearsalAccess(deps, business);
  const endpoints =
    target === 'beta'
      ? SUNAT.beta
      : endpointsOf(target === 'own' ? 'custom' : 'simulator', business, deps.simulatorUrl);
  const policy = policyFor(target === 'own' ? 'custom' : target, deps);
  const client = openAuthority(endpoints, policy);
  try {
    const reply = await client.send(rehearsal.name, rehearsal.zip, access);
    if (reply.is === 'fault')
      return bad(`La rechazó ${place}, código ${reply.code}: ${reply.text}`);
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
  } finally {
    client.close();
  }
}

const bad = (text: string): RehearsalStep => ({ severity: 'bad', word: 'rechazado', text });

async function drawTicket(
  { deps, business, now }: BusinessRequest,
  { priced, issuer, number, digest, qr }: Rehearsal,
  accepted: boolean,
): Promise<Buffer> {
  const design = designOf(await currentDesign(deps.db, business.id));
  const state = accepted ? ('accepted' as const) : ('pending' as const);
  // wherever the business is, this paper has no validity
  const environment = rehearsalTarget(business) === 'simulator' ? 'simulator' : 'beta';
  return drawPdf(
    { priced, issuer, number, digest, qr, createdAt: now, state, environment, design },
    'ticket-80',
  );
}

/** What the page says before the rehearsal about where it goes. */
export function rehearsalPlace(business: BusinessRequest['business']): string {
  const place = PLACES[rehearsalTarget(business)];
  return business.environment === 'production'
    ? `${place}, con su usuario de pruebas: a ${ENVIRONMENT.production} no se envía nada`
    : place;
}
