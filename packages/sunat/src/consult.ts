/**
 * Consulta Integrada, SUNAT's REST service, answers whether a document with a number, date and
 * total is valid. It is the only service that can be queried for a boleta.
 */
import { type ConsultAccess, createTokens } from './consultTokens.js';
import type { Endpoints } from './endpoints.js';
import type { HttpClient } from './httpClient.js';
import { parseJson } from './parseJson.js';
import { cut, plainText } from './plainText.js';
import {
  type ConsultReply,
  isRefusal,
  notOfService,
  throttled,
  transportFailure,
  VALIDITY,
} from './reply.js';
import { TransportError } from './transportError.js';

export interface ConsultedDocument {
  ruc: string;
  /** Catalogue 01. */
  type: string;
  series: string;
  number: number;
  /** YYYY-MM-DD */
  issueDate: string;
  /** Decimal text. */
  total: string;
}

type Consult = (document: ConsultedDocument, access: ConsultAccess) => Promise<ConsultReply>;

export function createConsult(
  client: HttpClient,
  { tokenOrigin, queryOrigin }: NonNullable<Endpoints['validity']>,
): Consult {
  const tokens = createTokens(client, tokenOrigin);

  async function query(
    document: ConsultedDocument,
    access: ConsultAccess,
    { retried }: { retried: boolean },
  ): Promise<ConsultReply> {
    const kept = tokens.kept(access);
    const token = kept ?? (await tokens.fetch(access));
    if (typeof token !== 'string') return token;
    const url = `${queryOrigin}/v1/contribuyente/contribuyentes/${document.ruc}/validarcomprobante`;
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const question = JSON.stringify(requestOf(document));
    const response = await client.post(url, question, headers, 'own');
    const { status, body } = response;
    if (status === 401) tokens.forget(access, token);
    // one that was fetched for this query would be refused again, and the lease bounds the requests
    if (status === 401 && kept !== undefined && !retried)
      return query(document, access, { retried: true });
    if (isRefusal(status, body)) return { is: 'denied', reason: `consulta: HTTP ${status}` };
    return status === 429 ? throttled(response.headers['retry-after']) : read(status, body);
  }

  return (document, access) =>
    query(document, access, { retried: false }).catch((error) => {
      if (error instanceof TransportError) return transportFailure(error);
      throw error;
    });
}

function requestOf({ ruc, type, series, number, issueDate, total }: ConsultedDocument) {
  const [year, month, day] = issueDate.split('-');
  return {
    numRuc: ruc,
    codComp: type,
    numeroSerie: series,
    numero: number,
    fechaEmision: `${day}/${month}/${year}`,
    monto: Number(total),
  };
}

function read(status: number, body: Buffer): ConsultReply {
  const answer = parseJson(body);
  if (status === 200 && answer?.success === false)
    return { is: 'declined', reason: cut(plainText(answer.message)) };
  const data = answer?.data as { estadoCp?: unknown } | null | undefined;
  const state = plainText(data?.estadoCp);
  if (status !== 200 || answer?.success !== true || !Object.hasOwn(VALIDITY, state))
    return notOfService(status, `consulta: HTTP ${status}`, body);
  return {
    is: 'validity',
    validity: VALIDITY[state as keyof typeof VALIDITY],
    text: `estadoCp ${state}`,
  };
}
