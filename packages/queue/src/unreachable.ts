/** Says in Spanish why no connection to Redis is made, and what an operator does about it. */
import type { Condition } from '@rafaga/runtime/conditions';

const SILENT_SENTINELS = /sentinels are unreachable/;

const REASONS: readonly (readonly [error: RegExp, text: string, remedy: string])[] = [
  [
    /self.signed|unable to (verify|get)|signature failure/i,
    'el certificado de Redis no es de una autoridad que este proceso conozca',
    'Pon en REDIS_CA_FILE el certificado de la autoridad que lo firmó',
  ],
  [
    /does not match certificate|altnames/i,
    'el certificado de Redis es de otro nombre',
    'Nombra a Redis como lo nombra su certificado, o emite otro con esa dirección',
  ],
  [/certificate has expired/i, 'el certificado de Redis venció', 'Renueva el certificado de Redis'],
  [
    /certificate required|bad certificate|unknown ca/i,
    'Redis no admite el certificado de este proceso',
    'Pon en REDIS_CERT_FILE y REDIS_KEY_FILE un certificado de la autoridad de Redis',
  ],
  [
    /wrong version number|packet length too long/i,
    'Redis no habla TLS en ese puerto',
    'Usa redis:// (o REDIS_TLS=0, REDIS_SENTINEL_TLS=0), o el puerto de TLS',
  ],
  [
    /\b(WRONGPASS|NOAUTH)\b|invalid password|without any password/,
    'Redis no admite el usuario o la contraseña',
    'Revisa REDIS_URL o REDIS_PASSWORD, y con centinelas REDIS_SENTINEL_PASSWORD',
  ],
  [
    /\bLOADING\b/,
    'carga sus datos después de arrancar',
    'Espera a que termine; mientras tanto los procesadores toman los envíos de PostgreSQL',
  ],
  [
    /\bBUSY\b/,
    'ejecuta desde hace segundos un script de otro programa',
    'Termínalo con «redis-cli SCRIPT KILL» y deja este Redis solo para Ráfaga',
  ],
  [
    /\bNOPERM\b|ACL failure|user executing the script/,
    'el usuario de Redis no tiene permiso para lo que Ráfaga hace',
    'Devuélveselo con ACL SETUSER: +@all ~{rafaga* ~rafaga:* &{rafaga}:*',
  ],
  [
    /max number of clients/,
    'no admite más conexiones',
    'Cierra las de otros programas o sube maxclients',
  ],
  [
    SILENT_SENTINELS,
    'ningún centinela dice cuál es el principal',
    'Revisa REDIS_SENTINELS, y que REDIS_SENTINEL_NAME sea el nombre que ellos le dan',
  ],
  [
    /refresh slots cache|startup nodes/,
    'ningún nodo del clúster de Redis responde',
    'Revisa REDIS_CLUSTER, y REDIS_NAT_MAP si los nodos anuncian otras direcciones',
  ],
];

export const isSilentSentinel = ({ message }: Error): boolean => SILENT_SENTINELS.test(message);

/** @returns undefined for an error that says nothing more than that there is no connection */
export function explainUnreachable(error: Error): Condition | undefined {
  const { message, lastNodeError } = error as Error & { lastNodeError?: Error };
  const said = `${message} ${lastNodeError?.message}`;
  const [, text, remedy] = REASONS.find(([pattern]) => pattern.test(said)) ?? [];
  return text && remedy ? { word: 'redis', text: `Redis no responde: ${text}`, remedy } : undefined;
}
