/** The services of the simulated authority that a script can address. */
export const SERVICES = ['envio', 'consulta', 'rest'] as const;
export type Service = (typeof SERVICES)[number];
