/**
 * Consulta Integrada: gives an application a token, and answers the state of any document, of
 * boletas too.
 */
import { randomBytes } from 'node:crypto';
import express, { type Request, Router } from 'express';
import type { Authority } from '../authority.js';
import { documentName } from '../documents/name.js';
import type { Registration } from '../ledger/registry.js';
import type { Reply } from '../soap/answers.js';
import { chooseFor, recordConsultation, scriptedReply, timingOf } from '../soap/consultation.js';
import { deliver } from '../soap/deliver.js';
import { refuseWhileDown, resetUnread, waitLatency } from '../soap/routes.js';
import { followWithStale } from '../soap/stale.js';

const TOKEN_SECONDS = 3_600;
const SCOPE = 'https://api.sunat.gob.pe/v1/contribuyente/contribuyentes';
const WRONG_SECRET = 'mala';

export function consultaRoutes(authority: Authority): Router {
  const router = Router();
  const tokens = new Map<string, number>();
  const reset = resetUnread(authority, 'rest');
  router.post(
    '/v1/clientesextranet/:id/oauth2/token/',
    reset,
    express.urlencoded({ extended: false }),
    async (request, response) => {
      await waitLatency(authority, response);
      if (await refuseWhileDown(authority, 'rest', response)) return;
      const form = (request.body ?? {}) as Record<string, unknown>;
      if (form.grant_type !== 'client_credentials' || form.scope !== SCOPE) {
        response.status(400).json({ error: 'invalid_request' });
      } else if (
        form.client_id !== request.params.id ||
        !form.client_secret ||
        form.client_secret === WRONG_SECRET
      ) {
        response
          .status(401)
          .json({ error: 'access_denied', error_description: 'Client authentication failed' });
      } else {
        const token = randomBytes(32).toString('base64url');
        tokens.set(token, Date.now() + TOKEN_SECONDS * 1_000);
        response.json({ access_token: token, token_type: 'JWT', expires_in: TOKEN_SECONDS });
      }
    },
  );
  router.post(
    '/v1/contribuyente/contribuyentes/:ruc/validarcomprobante',
    reset,
    express.json(),
    async (request, response) => {
      await waitLatency(authority, response);
      if (await refuseWhileDown(authority, 'rest', response)) return;
      if ((tokens.get(bearer(request)) ?? 0) < Date.now()) {
        response.status(401).json({ cod: '401', msg: 'Unauthorized' });
        return;
      }
      await validate(authority, request, response);
    },
  );
  return router;
}

async function validate(
  authority: Authority,
  request: Request,
  response: express.Response,
): Promise<void> {
  const query = queryOf(request.body);
  const name = documentName(
    query.ruc,
    query.type,
    query.series.toUpperCase(),
    Number(query.number),
  );
  const chosen = chooseFor(authority, 'rest', name);
  const found = authority.registry.find(name.text);
  const state = found && found.verdict !== 'rejected' && agrees(found, query) ? '1' : '0';
  await recordConsultation(authority, 'validarcomprobante', name, chosen, state);
  const reply = scriptedReply(chosen) ?? stateReply(state);
  const delivery = { reply, ...timingOf(chosen) };
  followWithStale(authority.script.stale, 'rest', response, delivery);
  await deliver(response, delivery);
}

function stateReply(state: '0' | '1'): Reply {
  const answer = {
    success: true,
    message: 'Operation Success! ',
    data: {
      estadoCp: state,
      ...(state === '1' ? { estadoRuc: '00', condDomiRuc: '00' } : {}),
      observaciones: [],
    },
  };
  return {
    status: 200,
    type: 'application/json; charset=utf-8',
    body: JSON.stringify(answer),
  };
}

interface Query {
  ruc: string;
  type: string;
  series: string;
  number: string;
  /** dd/mm/yyyy */
  date: string;
  amount: string;
}

function queryOf(body: unknown): Query {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const text = (key: string): string => {
    const value = fields[key];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  return {
    ruc: text('numRuc'),
    type: text('codComp'),
    series: text('numeroSerie'),
    number: text('numero'),
    date: text('fechaEmision'),
    amount: text('monto'),
  };
}

/** Whether the query has the date and the total of the document: it is found by no others. */
function agrees(found: Registration, query: Query): boolean {
  const [year, month, day] = found.issueDate.split('-');
  return (
    query.date === `${day}/${month}/${year}` &&
    Math.abs(Number(query.amount) - Number(found.total)) < 0.005
  );
}

const bearer = (request: Request): string =>
  /^Bearer (\S+)$/i.exec(request.get('authorization') ?? '')?.[1] ?? '';
