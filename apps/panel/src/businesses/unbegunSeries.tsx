/**
 * The series that exist only in another environment. Their numbers there say nothing about the
 * numbers here, so that a user chooses where each begins, after a change of environment or before.
 */
import type { Environment, Series, SeriesToBegin } from '@rafaga/db';
import { ENVIRONMENT } from '@rafaga/operations';
import type { VNode } from 'preact';
import type { BusinessRequest } from '../edge/pageRequest.js';
import { ActionButton, Note, Table } from '../html/components.js';
import { wizardQuery } from './businessLayout.js';
import { faultOfFirst } from './seriesNumber.js';

export function UnbegunSeries({
  request,
  series,
}: {
  request: BusinessRequest;
  series: readonly Series[];
}): VNode {
  const here = ENVIRONMENT[request.business.environment as Environment];
  return (
    <Note
      severity="warn"
      title={`Series que en ${here} aún no empiezan: no se puede emitir con ellas`}
    >
      <p>
        Se usaron en otro ambiente. Elige con qué número empieza cada una aquí; para otro número,
        agrégala abajo.
      </p>
      <Table
        caption="Series de otros ambientes"
        quiet
        head={['Serie', 'Allí', 'Aquí']}
        rows={series.map((each) => [
          <strong>{each.code}</strong>,
          `llegó al ${each.lastNumber} en ${ENVIRONMENT[each.environment as Environment]}`,
          <FirstNumbers request={request} series={each} />,
        ])}
      />
    </Note>
  );
}

/** Before a change: what would have no number there, and buttons that give each its first one. */
export function SeriesToBeginNote({
  request,
  series,
  there,
}: {
  request: BusinessRequest;
  series: readonly SeriesToBegin[];
  there: Environment;
}): VNode | null {
  if (series.length === 0) return null;
  const name = ENVIRONMENT[there];
  return (
    <Note severity="warn" title={`Series que en ${name} no tienen todavía su primer número`}>
      <p>
        Sus ventas se rechazarían desde el cambio. Elige ahora con qué número empieza cada una allí:
        vale desde que el negocio pase.
      </p>
      <Table
        caption={`Series sin número en ${name}`}
        quiet
        head={['Serie', 'Aquí', `En ${name}`]}
        rows={series.map((each) => [
          <strong>{each.code}</strong>,
          `llegó al ${each.lastNumber}`,
          <FirstNumbers request={request} series={each} there={there} />,
        ])}
      />
    </Note>
  );
}

function FirstNumbers({
  request,
  series: { code, lastNumber },
  there,
}: {
  request: BusinessRequest;
  series: SeriesToBegin;
  there?: Environment;
}): VNode {
  const at = `/negocios/${request.business.ruc}/series${wizardQuery(request)}`;
  const hidden = { series: code, ...(there && { ambiente: there }) };
  return (
    <div class="row">
      <ActionButton
        request={request}
        action={at}
        label="Empezar en 1"
        about={`la serie ${code}`}
        hidden={{ ...hidden, siguiente: '1' }}
      />
      {lastNumber > 0 && !faultOfFirst(lastNumber + 1) && (
        <ActionButton
          request={request}
          action={at}
          label={`Seguir en ${lastNumber + 1}`}
          about={`la serie ${code}`}
          hidden={{ ...hidden, siguiente: String(lastNumber + 1) }}
          tone="quiet"
        />
      )}
    </div>
  );
}
