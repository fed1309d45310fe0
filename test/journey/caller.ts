/** A client of the API that issues, polls and downloads as the specification asks. */
import type { Demo } from '../support/npmStart.js';
import { aBoleta, aFactura, anItem } from '../support/saleBody.js';
import { waitFor } from '../support/waitFor.js';

export interface DocumentRecord {
  id: number;
  numero_completo: string;
  fiscal: { estado: string; codigo: string | null; descripcion: string | null };
  archivos: Record<'pdf' | 'xml' | 'cdr', string>;
}

type Kind = 'boletas' | 'facturas';

const CLIENT = {
  boletas: { tipo_doc: '1', num_doc: '45678912', razon_social: 'María Ñahui Quispe' },
  facturas: {
    tipo_doc: '6',
    num_doc: '20601234561',
    razon_social: 'Cafetería «La Ñusta» & Cía. E.I.R.L.',
  },
};

const LINE = { descripcion: 'Café <tostado> 250 g', cantidad: 2, precio_unitario: 29.5 };

const aSale = (kind: Kind) =>
  (kind === 'boletas' ? aBoleta : aFactura)({ cliente: CLIENT[kind], items: [anItem(LINE)] });

export function createCaller({ base_url, business }: Demo) {
  const headers = { 'X-Api-Key': business.api_key, 'X-Api-Secret': business.api_secret };
  const get = (place: string) =>
    fetch(place.startsWith('/v1') ? new URL(place, base_url) : `${base_url}${place}`, { headers });
  const read = async (kind: Kind, id: number) =>
    ((await (await get(`/${kind}/${id}`)).json()) as { datos: DocumentRecord }).datos;
  return {
    get,
    read,
    issue: (kind: Kind, reference: string, sale: unknown = aSale(kind)) =>
      fetch(`${base_url}/${kind}`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': reference },
        body: JSON.stringify(sale),
      }),
    /** The record once the authority has answered; polls slowly because of the rate limit. */
    async settled(kind: Kind, id: number): Promise<DocumentRecord> {
      return waitFor(
        `the answer of the authority to ${kind} ${id}`,
        async () => {
          const record = await read(kind, id);
          return record.fiscal.estado !== 'pendiente' && record;
        },
        { everyMs: 1_000 },
      );
    },
    /** A file once it is available. */
    async file(
      place: string,
    ): Promise<{ bytes: Buffer; type: string | null; name: string | null }> {
      const download = async () => {
        const answer = await get(place);
        const bytes = Buffer.from(await answer.arrayBuffer());
        return answer.ok && { bytes, headers: answer.headers };
      };
      const { bytes, headers } = await waitFor(`the file ${place}`, download, { everyMs: 1_000 });
      const disposition = headers.get('content-disposition') ?? '';
      const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? null;
      return { bytes, type: headers.get('content-type'), name };
    },
  };
}
