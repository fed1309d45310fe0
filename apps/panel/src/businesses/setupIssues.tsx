/**
 * What a business lacks before it can issue, each issue with a link to the page that resolves it;
 * and the expiry of its certificate.
 */
import type { VNode } from 'preact';
import type { BusinessRequest } from '../edge/pageRequest.js';
import { Note, Tag } from '../html/components.js';
import { day } from '../html/formats.js';
import { isPermitted } from '../users/permissions.js';

const EXPIRES_SOON_MS = 30 * 86_400_000;

/** The page of the business that resolves an issue. */
export const FIX_PAGES: Readonly<Record<string, string>> = {
  certificate: 'certificado',
  certificate_expired: 'certificado',
  certificate_other: 'certificado',
  certificate_test: 'certificado',
  access: 'conexion',
  consult: 'conexion',
  prices: 'series',
  series: 'series',
  unbegun: 'series',
  exhausted: 'series',
  state: 'activar',
  check_digit: 'ruc',
  address: 'datos',
  test: 'ajustes',
};

/** The issues that only the provider resolves; a business resolves the others itself. */
const OF_THE_PROVIDER = ['check_digit', 'prices', 'test'];

interface SetupIssuesProps {
  request: BusinessRequest;
  issues: readonly { is: string; text: string }[];
}

/** An issue that the role cannot resolve is a text without a link. */
export function SetupIssues({ request, issues }: SetupIssuesProps): VNode {
  const { business, user } = request;
  const resolves = (is: string): boolean =>
    FIX_PAGES[is] !== undefined &&
    isPermitted(user.role, OF_THE_PROVIDER.includes(is) ? 'businesses.govern' : 'businesses.edit');
  return (
    <Note
      severity="warn"
      title={issues.length === 1 ? 'Un punto por revisar' : `${issues.length} puntos por revisar`}
    >
      <ul>
        {issues.map(({ is, text }) => (
          <li key={is}>
            {resolves(is) ? (
              <a href={`/negocios/${business.ruc}/${fixAddress(is)}`}>{text}</a>
            ) : (
              text
            )}
          </li>
        ))}
      </ul>
    </Note>
  );
}

/** Prices have their question, with what each answer means, only in the wizard. */
const fixAddress = (is: string): string => FIX_PAGES[is] + (is === 'prices' ? '?asistente=1' : '');

/** How long a certificate is still valid. */
export function CertificateExpiry({ at, now }: { at: Date | null; now: Date }): VNode {
  if (!at) return <Tag severity="warn">falta</Tag>;
  const left = at.getTime() - now.getTime();
  const days = Math.ceil(left / 86_400_000);
  if (left <= 0) return <Tag severity="bad">venció el {day(at)}</Tag>;
  return left < EXPIRES_SOON_MS ? (
    <Tag severity={left < EXPIRES_SOON_MS / 4 ? 'bad' : 'warn'}>
      vence el {day(at)}, en {days === 1 ? '1 día' : `${days} días`}
    </Tag>
  ) : (
    <>hasta el {day(at)}</>
  );
}
