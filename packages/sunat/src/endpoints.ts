/**
 * Where the authority's services are. Source: DOMAIN of the project; beta keeps no state and
 * answers no questions.
 */

export interface Endpoints {
  /** sendBill. */
  billUrl: string;
  /** getStatusCdr; absent: cannot be asked. */
  consultUrl?: string;
  /** Consulta Integrada: the origins of its token and of its question; absent: cannot be asked. */
  validity?: { tokenOrigin: string; queryOrigin: string };
}

export const SUNAT = {
  beta: { billUrl: 'https://e-beta.sunat.gob.pe/ol-ti-itcpfegem-beta/billService' },
  production: {
    billUrl: 'https://e-factura.sunat.gob.pe/ol-ti-itcpfegem/billService',
    consultUrl: 'https://e-factura.sunat.gob.pe/ol-it-wsconscpegem/billConsultService',
    validity: {
      tokenOrigin: 'https://api-seguridad.sunat.gob.pe',
      queryOrigin: 'https://api.sunat.gob.pe',
    },
  },
} as const satisfies Record<string, Endpoints>;

/** Another authority's services at one origin, in SUNAT's paths: the simulator. */
export const servicesAt = (origin: string): Endpoints => ({
  billUrl: `${origin}/ol-ti-itcpfegem/billService`,
  consultUrl: `${origin}/ol-it-wsconscpegem/billConsultService`,
  validity: { tokenOrigin: origin, queryOrigin: origin },
});

/** Addresses that an operator wrote; Consulta Integrada is looked for where the consultation is. */
export function servicesOf(billUrl: string, consultUrl?: string): Endpoints {
  if (consultUrl === undefined) return { billUrl };
  const { origin } = new URL(consultUrl);
  return { billUrl, consultUrl, validity: { tokenOrigin: origin, queryOrigin: origin } };
}
