/** The page that shows a new credential once, with the address of the API and ready-made files. */
import { type CredentialSummary, listSeries } from '@rafaga/db';
import type { VNode } from 'preact';
import { takeHeldValue } from '../edge/heldValue.js';
import type { BusinessRequest } from '../edge/pageRequest.js';
import type { PageResponse } from '../edge/pageResponse.js';
import { Note } from '../html/components.js';
import { envFile, firstCall } from './apiCall.js';
import { isInWizard, readBusinessPage, wizardQuery } from './businessLayout.js';
import { namedCredential } from './namedCredential.js';

export async function secretPage(request: BusinessRequest): Promise<PageResponse> {
  const credential = await namedCredential(request);
  const { deps, business } = request;
  const series = (await listSeries(deps.db, business.id)).find(({ active }) => active)?.code;
  const pageOf = await readBusinessPage(request);
  // after all else that may fail: taken, the secret is deleted
  const shown = await takeHeldValue<{ apiSecret: string }>(request, request.query('visto'));
  return pageOf(
    `Credencial «${credential.name}»`,
    <div class="narrow">
      {shown ? (
        <Secret
          request={request}
          apiKey={credential.apiKey}
          apiSecret={shown.apiSecret}
          series={series ?? 'B001'}
        />
      ) : (
        <AlreadyShown request={request} credential={credential} />
      )}
    </div>,
  );
}

interface SecretProps {
  request: BusinessRequest;
  apiKey: string;
  apiSecret: string;
  series: string;
}

function Secret({ request, apiKey, apiSecret, series }: SecretProps): VNode {
  const { deps, business } = request;
  const address = `${deps.apiUrl}/v1`;
  const file = envFile(deps.apiUrl, apiKey, apiSecret);
  return (
    <>
      <Note severity="warn" title="Guárdala ahora: nadie podrá volver a ver el secreto">
        <p>
          Va en dos encabezados de cada llamada a la API, desde un servidor. Nunca en una aplicación
          ni en una página.
        </p>
      </Note>
      <Shown id="api-url" label="Dirección de la API" value={address} />
      <Shown id="api-key" label="X-Api-Key" value={apiKey} />
      <Shown id="api-secret" label="X-Api-Secret" value={apiSecret} />
      <p>
        <a
          class="button quiet"
          download={`rafaga-${business.ruc}.env`}
          href={`data:text/plain;charset=utf-8;base64,${Buffer.from(file).toString('base64')}`}
        >
          Descargar .env
        </a>
      </p>
      <Block id="env" summary="Como archivo .env" copy="Copiar el .env" text={file} />
      <Block
        id="curl"
        summary="Una primera llamada con curl"
        copy="Copiar curl de prueba"
        text={firstCall(series, { address, apiKey, apiSecret })}
      />
      <p>
        <a class="button main" href={nextPage(request)}>
          Ya la guardé
        </a>
      </p>
    </>
  );
}

/** In the wizard the page that waits for the first call. */
const nextPage = (request: BusinessRequest): string =>
  `/negocios/${request.business.ruc}/${isInWizard(request) ? 'llamada' : 'credenciales'}` +
  wizardQuery(request);

const Shown = ({ id, label, value }: { id: string; label: string; value: string }): VNode => (
  <div class="field">
    <p>
      <strong>{label}</strong>
    </p>
    <code class="secret" id={id}>
      {value}
    </code>
    <Copy id={id} label={label} />
  </div>
);

const Copy = ({ id, label }: { id: string; label: string }): VNode => (
  <button type="button" class="button quiet" data-copy={id} hidden>
    Copiar<span class="unseen"> {label}</span>
  </button>
);

interface BlockProps {
  id: string;
  summary: string;
  copy: string;
  text: string;
}

const Block = ({ id, summary, copy, text }: BlockProps): VNode => (
  <details>
    <summary>{summary}</summary>
    <pre class="secret" id={id}>
      {text}
    </pre>
    <button type="button" class="button quiet" data-copy={id} hidden>
      {copy}
    </button>
  </details>
);

interface AlreadyShownProps {
  request: BusinessRequest;
  credential: CredentialSummary;
}

function AlreadyShown({ request, credential }: AlreadyShownProps): VNode {
  const list = `/negocios/${request.business.ruc}/credenciales`;
  return (
    <>
      <Note severity="warn" title="El secreto ya se mostró o se perdió">
        <p>Si no lo guardaste, crea otra y revoca esta.</p>
      </Note>
      <p class="row">
        <a class="button main" href={`${list}${wizardQuery(request)}`}>
          Crear otra
        </a>
        {credential.revokedAt === null && (
          <a class="button quiet" href={`${list}/${credential.apiKey}/revocar`}>
            Revocar esta
          </a>
        )}
        <a href={nextPage(request)}>Ya la guardé: seguir</a>
      </p>
    </>
  );
}
