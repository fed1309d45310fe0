/**
 * The layout of one business's pages: its name, its state and its tabs; in the setup wizard, the
 * steps instead of the tabs.
 */
import { EVERY_BUSINESS } from '@rafaga/db';
import type { ComponentChildren, VNode } from 'preact';
import type { BusinessRequest } from '../edge/pageRequest.js';
import { type PageResponse, page, redirectWithNotice } from '../edge/pageResponse.js';
import { FaultList, type Faults } from '../html/components.js';
import { formTitle, hasFaults } from '../html/formPage.js';
import { BusinessState } from '../html/states.js';
import { isPermitted, type Permission } from '../users/permissions.js';
import {
  missingText,
  readProgress,
  type Step,
  Steps,
  stepAfter,
  type WizardProgress,
} from './wizardSteps.js';

const TABS: readonly (readonly [path: string, label: string, act: Permission])[] = [
  ['', 'Resumen', 'businesses.see'],
  ['/datos', 'Datos', 'businesses.edit'],
  ['/certificado', 'Certificado', 'businesses.edit'],
  ['/conexion', 'SUNAT', 'businesses.edit'],
  ['/series', 'Series', 'businesses.edit'],
  ['/pdf', 'PDF', 'businesses.edit'],
  ['/ajustes', 'Ajustes', 'businesses.govern'],
  ['/credenciales', 'Credenciales', 'credentials.see'],
  ['/registro', 'Registro', 'log.see'],
  ['/ley', 'Cambios de ley', 'businesses.see'],
];

/** Whether the request belongs to the setup wizard. */
export const isInWizard = (request: { query(name: string): string }): boolean =>
  request.query('asistente') === '1';

/** The query that keeps the next page in the wizard. */
export const wizardQuery = (request: { query(name: string): string }): string =>
  isInWizard(request) ? '?asistente=1' : '';

/** In the wizard the next step; otherwise the same page with a notice. */
export function afterStep(request: BusinessRequest, step: Step, notice: string): PageResponse {
  const at = `/negocios/${request.business.ruc}`;
  const next = stepAfter(step);
  return isInWizard(request) && next
    ? redirectWithNotice(`${at}/${next}?asistente=1`, notice)
    : redirectWithNotice(`${at}/${step}`, notice);
}

type BusinessPage = [
  title: string,
  children: ComponentChildren,
  faults?: Faults,
  /** Of the response; usually told by the faults. */
  status?: number,
];

export async function businessPage(
  request: BusinessRequest,
  ...content: BusinessPage
): Promise<PageResponse> {
  return (await readBusinessPage(request))(...content);
}

/** Reads what the layout shows; the function that it gives reads nothing more. */
export async function readBusinessPage(
  request: BusinessRequest,
): Promise<(...content: BusinessPage) => PageResponse> {
  const { deps, business, now } = request;
  const layout = isInWizard(request)
    ? wizardLayout(await readProgress(deps.db, business, now))
    : TabbedLayout;
  return (title, children, faults = {}, status) =>
    page(
      formTitle(`${title} · ${shortened(business.legalName)}`, faults),
      <>
        <FaultList faults={faults} />
        {layout({ request, title, children })}
      </>,
      { status: status ?? (hasFaults(faults) ? 422 : 200) },
    );
}

/** A legal name has up to 1500 letters; the page of its data shows all of them. */
const shortened = (name: string): string => (name.length > 120 ? `${name.slice(0, 119)}…` : name);

interface BusinessLayoutProps {
  request: BusinessRequest;
  title: string;
  children: ComponentChildren;
}

type BusinessLayout = (props: BusinessLayoutProps) => VNode;

/** A step of the wizard: what is missing, and no tabs. */
const wizardLayout =
  (progress: WizardProgress): BusinessLayout =>
  ({ request: { business, url }, title, children }) => {
    const at = `/negocios/${business.ruc}`;
    return (
      <>
        <p class="lead">
          <strong>{shortened(business.legalName)}</strong> · RUC {business.ruc} ·{' '}
          {missingText(progress)}
        </p>
        <Steps current={url.pathname.slice(at.length + 1)} ruc={business.ruc} progress={progress} />
        <h1>{title}</h1>
        {children}
        {business.state !== 'active' && (
          <p>
            <a href={at}>Salir y seguir después</a>
          </p>
        )}
      </>
    );
  };

function TabbedLayout({ request, title, children }: BusinessLayoutProps): VNode {
  const { business, scope, now } = request;
  return (
    <>
      {scope === EVERY_BUSINESS && (
        <p class="crumbs">
          <a href="/negocios">Negocios</a>
        </p>
      )}
      <p class="lead">
        <strong>{shortened(business.legalName)}</strong> · RUC {business.ruc}{' '}
        <BusinessState business={business} now={now} />
      </p>
      <Tabs request={request} />
      <h1>{title}</h1>
      {children}
    </>
  );
}

function Tabs({ request: { business, user, url } }: { request: BusinessRequest }): VNode {
  const at = `/negocios/${business.ruc}`;
  return (
    <nav class="tabs" aria-label="Del negocio">
      <ul>
        {TABS.filter(([, , act]) => isPermitted(user.role, act)).map(([path, label]) => (
          <li key={path}>
            <a
              href={at + path}
              {...(url.pathname === at + path ? { 'aria-current': 'page' as const } : {})}
            >
              {label}
            </a>
          </li>
        ))}
        <li>
          <a href={`/referencias?ver=emitidas&ruc=${business.ruc}`}>Comprobantes</a>
        </li>
      </ul>
    </nav>
  );
}
