/** The addresses of the authority's services. SUNAT's beta keeps no state and has no queries. */

export interface Endpoints {
  /** sendBill. */
  billUrl: string;
  /** getStatusCdr; absent where there is none. */
  consultUrl?: string;
  /**
   * Consulta Integrada: the origins of its tokens and of its queries; absent where there is none.
   */
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

/** The services of the simulator: SUNAT's paths at one origin. */
export const servicesAt = (origin: string): Endpoints => ({
  billUrl: `${origin}/ol-ti-itcpfegem/billService`,
  consultUrl: `${origin}/ol-it-wsconscpegem/billConsultService`,
  validity: { tokenOrigin: origin, queryOrigin: origin },
});

/** The services of a custom authority; Consulta Integrada is at the origin of getStatusCdr. */
export function servicesOf(billUrl: string, consultUrl?: string): Endpoints {
  if (consultUrl === undefined) return { billUrl };
  const { origin } = new URL(consultUrl);
  return { billUrl, consultUrl, validity: { tokenOrigin: origin, queryOrigin: origin } };
}
