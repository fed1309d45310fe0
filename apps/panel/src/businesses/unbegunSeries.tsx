/**
 * The series that exist only in another environment. Their numbers there say nothing about the
 * numbers here, so that a user chooses where each begins.
 */
import type { Environment, Series } from '@rafaga/db';
import { ENVIRONMENT } from '@rafaga/operations';
import type { VNode } from 'preact';
import type { BusinessRequest } from '../edge/pageRequest.js';
import { ActionButton, Note, Table } from '../html/components.js';
import { wizardQuery } from './businessLayout.js';
import { MAX_NUMBER } from './seriesNumber.js';

export function UnbegunSeries({
  request,
  series,
}: {
  request: BusinessRequest;
  series: readonly Series[];
}): VNode {
  const { business } = request;
  const at = `/negocios/${business.ruc}/series${wizardQuery(request)}`;
  const here = ENVIRONMENT[business.environment as Environment];
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
        rows={series.map(({ code, environment, lastNumber }) => [
          <strong>{code}</strong>,
          `llegó al ${lastNumber} en ${ENVIRONMENT[environment as Environment]}`,
          <div class="row">
            <ActionButton
              request={request}
              action={at}
              label="Empezar en 1"
              about={`la serie ${code}`}
              hidden={{ series: code, siguiente: '1' }}
            />
            {lastNumber > 0 && lastNumber < MAX_NUMBER && (
              <ActionButton
                request={request}
                action={at}
                label={`Seguir en ${lastNumber + 1}`}
                about={`la serie ${code}`}
                hidden={{ series: code, siguiente: String(lastNumber + 1) }}
                tone="quiet"
              />
            )}
          </div>,
        ])}
      />
    </Note>
  );
}
