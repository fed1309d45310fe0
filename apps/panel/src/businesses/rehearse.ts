/**
 * The rehearsal of a business: the panel asks for it and waits, a worker does it, because the panel
 * opens neither the key of the certificate nor the SOL password.
 */
import { randomBytes } from 'node:crypto';
import {
  askRehearsal,
  findRehearsal,
  type RehearsalResult,
  recordAct,
  rehearsalTarget,
} from '@rafaga/db';
import { ENVIRONMENT } from '@rafaga/operations';
import { openTemporary } from '../edge/openTemporary.js';
import type { BusinessRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirect } from '../edge/pageResponse.js';
import { isInWizard } from './businessLayout.js';

/** How long a request waits for the result: of a page that follows it live, */
const LIVE_MS = 2_000;
/** and of an activation, which needs it. */
const ACTIVATION_MS = 8_000;
const EVERY_MS = 200;

export async function rehearse(request: BusinessRequest): Promise<PageResponse> {
  const { token } = await makeRehearsal(request, LIVE_MS);
  return redirect(resultPage(request, token));
}

/** Has a rehearsal made, and waits for it; audited. */
export async function makeRehearsal(
  request: BusinessRequest,
  patienceMs = ACTIVATION_MS,
): Promise<{ token: string; result: RehearsalResult }> {
  const { deps, business, user } = request;
  const token = randomBytes(32).toString('base64url');
  await askRehearsal(deps.db, { token, businessId: business.id, userId: user.id });
  const result = await awaitResult(request, token, patienceMs);
  await recordAct(deps.db, request.by(), {
    action: 'business.rehearse',
    businessId: business.id,
    after: {
      passed: hasPassed(result),
      steps: result.steps.map(({ word, text }) => `${word}: ${text}`),
    },
  });
  return { token, result };
}

/** It was signed, the authority of the rehearsal accepted it, and its ticket was drawn. */
export const hasPassed = ({ steps }: RehearsalResult): boolean =>
  steps.every(({ severity }) => severity === 'good');

/** No worker has finished it yet. */
export const isWaiting = (result: RehearsalResult): boolean => result === WAITING;

/** The address of the page that shows the result. */
export function resultPage(request: BusinessRequest, token: string): string {
  const query = new URLSearchParams({ ensayo: token });
  if (isInWizard(request)) query.set('asistente', '1');
  return `/negocios/${request.business.ruc}/activar?${query}`;
}

async function awaitResult(
  request: BusinessRequest,
  token: string,
  patienceMs: number,
): Promise<RehearsalResult> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const result = await rehearsalResult(request, token);
    if (result && !isWaiting(result)) return result;
    if (performance.now() > until) return WAITING;
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}

/** Undefined when this user asked for none of this business under the token. */
export async function rehearsalResult(
  { deps, business, user }: BusinessRequest,
  token: string,
): Promise<RehearsalResult | undefined> {
  const asked = { token, businessId: business.id, userId: user.id };
  const found = token
    ? await findRehearsal(deps.db, asked, (...sealed) => openTemporary(deps.vault, ...sealed))
    : undefined;
  if (!found) return undefined;
  const { result = WAITING, outdated } = found;
  return outdated ? { ...result, steps: [...result.steps, OUTDATED] } : result;
}

/** With this step a result of other settings does not count as passed. */
const OUTDATED: RehearsalResult['steps'][number] = {
  severity: 'warn',
  word: 'cambió',
  text:
    'Después de este ensayo cambiaron los datos del negocio, su certificado o su conexión: ' +
    'repítelo.',
};

const WAITING: RehearsalResult = {
  steps: [
    {
      severity: 'warn',
      word: 'en espera',
      text:
        'Ningún procesador lo terminó todavía. El resultado aparece aquí; si no llega, un ' +
        'operador puede ver en Colas si hay procesadores.',
    },
  ],
};

const PLACES = {
  simulator: 'el simulador',
  beta: 'la beta de SUNAT',
  own: 'las direcciones de prueba del operador',
} as const;

/** What the page says before the rehearsal about where it goes. */
export function rehearsalPlace(business: BusinessRequest['business']): string {
  const place = PLACES[rehearsalTarget(business)];
  return business.environment === 'production'
    ? `${place}, con su usuario de pruebas: a ${ENVIRONMENT.production} no se envía nada`
    : place;
}
