/** What the programs on the generated clients share: their connection, their sale, their report. */

interface Connection {
  baseUrl: string;
  headers: Record<string, string>;
  key: string;
}

export function connection(): Connection {
  const {
    RAFAGA_URL = '',
    RAFAGA_API_KEY = '',
    RAFAGA_API_SECRET = '',
    REFERENCE = '',
  } = process.env;
  return {
    baseUrl: RAFAGA_URL,
    headers: { 'X-Api-Key': RAFAGA_API_KEY, 'X-Api-Secret': RAFAGA_API_SECRET },
    key: REFERENCE,
  };
}

/** Asks again while a 404 says when. */
export async function whenThere<Reply extends { response?: Response }>(
  download: () => Promise<Reply>,
): Promise<Reply> {
  for (;;) {
    const reply = await download();
    const seconds = reply.response?.headers.get('Retry-After');
    if (!seconds) return reply;
    await new Promise((resume) => setTimeout(resume, Number(seconds) * 1_000));
  }
}

/** A boleta of 118.00 with the fields that every generated type requires. */
export const aSale = () => ({
  serie: 'B001',
  fecha_emision: process.env.TODAY ?? '',
  cliente: { tipo_doc: '1' as const, num_doc: '45678912', razon_social: 'María Quispe' },
  items: [
    {
      descripcion: 'Café tostado',
      unidad: 'NIU',
      cantidad: 2,
      precio_unitario: 59,
      tip_afe_igv: '10' as const,
    },
  ],
});

interface Seen {
  id: number;
  state: 'pendiente' | 'aceptado' | 'rechazado';
  awaited: 'sunat' | 'revision' | null;
  total: number;
  lines: number;
  pdf: Buffer;
  cdr: Buffer;
  faults: string[];
  unchanged: number;
}

/** Prints what the client has seen; of a file, its first bytes. */
export function report({ pdf, cdr, ...seen }: Seen): void {
  const begins = { pdf: pdf.toString('latin1', 0, 4), cdr: cdr.toString('latin1', 0, 2) };
  console.log(JSON.stringify({ ...seen, ...begins }));
}
