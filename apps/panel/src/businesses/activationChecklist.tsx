/** What a business has and what it lacks before its activation, with what was tried. */
import type { AccessTrials, Business, UnprovenPolicy } from '@rafaga/db';
import { isExhausted, type setupIssues, UNPROVEN } from '@rafaga/operations';
import type { readBusinessSetup } from '@rafaga/operations/business';
import type { ComponentChildren, VNode } from 'preact';
import type { BusinessRequest } from '../edge/pageRequest.js';
import { Tag } from '../html/components.js';
import { day } from '../html/formats.js';
import { PAPER_FORMAT_OPTIONS } from '../html/paperFormats.js';
import { isPermitted } from '../users/permissions.js';
import { TrialTag } from './accessTrials.js';
import { chosenPrices } from './chosenPrices.js';
import { seriesText } from './overview.js';

interface ChecklistProps {
  request: BusinessRequest;
  setup: Awaited<ReturnType<typeof readBusinessSetup>>;
  issues: ReturnType<typeof setupIssues>;
  trials: AccessTrials;
}

export function Checklist({ request, setup, issues, trials }: ChecklistProps): VNode {
  const { business, user } = request;
  const certified = !issues.some(({ is }) => is.startsWith('certificate'));
  const prices = chosenPrices(business);
  const numbered = setup.series.some((each) => each.active && !isExhausted(each));
  return (
    <ul class="checks">
      <Check good={setup.certificate !== undefined && certified}>
        {setup.certificate
          ? `Certificado del RUC ${setup.certificate.subjectRuc ?? 'no indicado'}, hasta el ` +
            `${day(setup.certificate.notAfter)}`
          : 'Certificado'}
      </Check>
      {setup.hasAccess ? (
        <li>
          <TrialTag what="Usuario SOL" trial={trials.sol} />
        </li>
      ) : (
        <Check good={false}>Usuario SOL</Check>
      )}
      <Check good={prices !== undefined}>
        Precios {prices ? `${prices} IGV` : 'con IGV o sin IGV: falta elegir'}{' '}
        {isPermitted(user.role, 'businesses.govern') && (
          <a href={`/negocios/${business.ruc}/series?asistente=1`}>
            {prices ? 'Cambiar' : 'Elegir'}
          </a>
        )}
      </Check>
      {business.boletas && business.authority !== 'simulator' && (
        <Check good={setup.hasConsult || business.unprovenChosenAt !== null}>
          {setup.hasConsult
            ? 'Credenciales de Consulta Integrada guardadas'
            : `Boletas sin Consulta Integrada: ${policyText(business)}`}
        </Check>
      )}
      <Check good={numbered}>Series {seriesText(setup)}</Check>
      <Check good>
        PDF de muestra:{' '}
        {PAPER_FORMAT_OPTIONS.map(([format, label], index) => (
          <>
            {index > 0 && ' · '}
            <a href={`/negocios/${business.ruc}/pdf/muestra?papel=${format}`}>{label}</a>
          </>
        ))}
      </Check>
      {business.test && (
        <Check good={false}>Es una cuenta de prueba: aunque se active, no podrá emitir</Check>
      )}
    </ul>
  );
}

const policyText = ({ unprovenChosenAt, unprovenPolicy }: Business): string =>
  unprovenChosenAt ? UNPROVEN[unprovenPolicy as UnprovenPolicy].word : 'falta elegir qué hacer';

const Check = ({ good, children }: { good: boolean; children: ComponentChildren }): VNode => (
  <li>
    <Tag severity={good ? 'good' : 'warn'}>{good ? 'listo' : 'falta'}</Tag> {children}
  </li>
);
