/**
 * The signing certificate of a business: checked at upload and stored encrypted; the panel never
 * shows or returns it.
 */
import { CertificateProblem, type SigningCertificate, selfSigned } from '@rafaga/certificates';
import {
  type CertificateSummary,
  listCertificates,
  listSignedPending,
  resumeRepairedBusinesses,
} from '@rafaga/db';
import { certificateFault, newCertificateText } from '@rafaga/operations';
import { keepCertificate } from '@rafaga/operations/business';
import { ofPanel, type SecretPlace } from '@rafaga/secrets';
import type { VNode } from 'preact';
import { PageRefusal } from '../edge/pageRefusal.js';
import type { BusinessRequest } from '../edge/pageRequest.js';
import type { PageResponse } from '../edge/pageResponse.js';
import {
  ActionButton,
  Button,
  Empty,
  type Faults,
  Field,
  Form,
  Note,
  Table,
  Tag,
} from '../html/components.js';
import { day, moment } from '../html/formats.js';
import { afterStep, businessPage, isInWizard, wizardQuery } from './businessLayout.js';
import { openCertificate, TooManyUploads } from './certificateWork.js';
import { CertificateExpiry } from './setupIssues.js';

export const certificatePage = (request: BusinessRequest): Promise<PageResponse> =>
  show(request, {}, request.kept?.form.raw('sobre'));

/**
 * @param kept an uploaded file whose password was wrong, encrypted for this user, so that it need
 * not be uploaded again; a form that was kept over a login holds it too
 */
async function show(
  request: BusinessRequest,
  faults: Faults,
  kept?: string,
  faultStatus?: number,
): Promise<PageResponse> {
  const { deps, business, now } = request;
  const [all, signed] = await Promise.all([
    listCertificates(deps.db, business.id),
    listSignedPending(deps.db, business.id),
  ]);
  const signedText = newCertificateText(signed);
  return businessPage(
    request,
    'Certificado',
    <>
      {all.length > 0 ? (
        <Known all={all} now={now} />
      ) : (
        <Empty>
          Sube el certificado con su clave privada. Se cifra y nadie puede volver a descargarlo.
        </Empty>
      )}
      <h2>{all.length > 0 ? 'Reemplazarlo' : 'Subirlo'}</h2>
      {all.length > 0 && (
        <p>
          Si el que firma vence, la API no recibe ventas. El nuevo firma desde que lo guardas:
          regístralo antes en SOL.
        </p>
      )}
      {signedText && (
        <Note severity="warn" title="Lo que ya se firmó">
          {signedText}
        </Note>
      )}
      <div class="narrow">
        <UploadForm request={request} faults={faults} kept={kept} />
        {business.authority === 'simulator' && (
          <>
            <h2>Para probar</h2>
            <p>El simulador acepta un certificado hecho aquí mismo; SUNAT no.</p>
            <ActionButton
              request={request}
              action={`/negocios/${business.ruc}/certificado/prueba${wizardQuery(request)}`}
              label="Crear uno de prueba"
              tone="quiet"
            />
          </>
        )}
        {isInWizard(request) && all.length > 0 && (
          <p>
            <a href={`/negocios/${business.ruc}/conexion?asistente=1`}>Seguir con el que hay</a>
          </p>
        )}
      </div>
    </>,
    faults,
    faultStatus,
  );
}

interface UploadFormProps {
  request: BusinessRequest;
  faults: Faults;
  kept: string | undefined;
}

const UploadForm = ({ request, faults, kept }: UploadFormProps): VNode => (
  <Form request={request} files>
    {kept && <KeptFile name={uploadedName(request)} sealed={kept} />}
    <Field
      name="archivo"
      label={kept ? 'Otro archivo, si no era ese' : 'Archivo .pfx, .p12 o .pem'}
      type="file"
      accept=".pfx,.p12,.pem,.crt,.cer,.key"
      first={isInWizard(request) && !kept}
      faults={faults}
    />
    <Field
      name="clave"
      label="Clave del archivo"
      type="password"
      autocomplete="off"
      faults={faults}
    />
    <Button>{isInWizard(request) ? 'Guardar y continuar' : 'Guardar'}</Button>
  </Form>
);

function uploadedName({ form, kept }: BusinessRequest): string {
  const typed = kept?.form ?? form;
  return typed.fileName('archivo') || typed.text('nombre');
}

const KeptFile = ({ name, sealed }: { name: string; sealed: string }): VNode => (
  <>
    <p>El archivo ya llegó ({name}): falta su clave.</p>
    <input type="hidden" name="sobre" value={sealed} />
    <input type="hidden" name="nombre" value={name} />
  </>
);

function Known({ all, now }: { all: readonly CertificateSummary[]; now: Date }): VNode {
  return (
    <Table
      caption="Certificados"
      head={['Estado', 'RUC', 'Desde', 'Hasta', 'Huella (SHA-256)', 'Subido']}
      rows={all.map((each) => [
        each.active ? <Tag severity="good">firma</Tag> : <Tag severity="calm">reemplazado</Tag>,
        each.subjectRuc ?? 'no indicado',
        <span class="number">{day(each.notBefore)}</span>,
        each.active ? (
          <CertificateExpiry at={each.notAfter} now={now} />
        ) : (
          <span class="number">{day(each.notAfter)}</span>
        ),
        <code title={each.fingerprint}>{each.fingerprint.slice(0, 16)}…</code>,
        <span class="number">{moment(each.createdAt)}</span>,
      ])}
    />
  );
}

export async function saveCertificate(request: BusinessRequest): Promise<PageResponse> {
  if (request.form.oversize('archivo'))
    return show(request, {
      archivo: 'El archivo pesa demasiado: un certificado tiene hasta 64 kB.',
    });
  const file = (await request.form.file('archivo')) ?? unsealed(request);
  if (!file) return show(request, { archivo: 'Elige el archivo del certificado.' });
  let certificate: SigningCertificate;
  try {
    certificate = await openCertificate(request, file, request.form.raw('clave'));
  } catch (error) {
    if (error instanceof TooManyUploads)
      return show(request, { clave: error.message }, sealed(request, file), 503);
    if (!(error instanceof CertificateProblem)) throw error;
    return error.reason === 'wrong_password'
      ? show(request, { clave: error.message }, sealed(request, file))
      : show(request, { archivo: error.message });
  }
  const fault = certificateFault(certificate, request.business.ruc, request.now);
  if (fault) return show(request, { archivo: fault });
  return keep(request, certificate);
}

/** Of the user and not of the session: the file outlives a login in between. */
const uploadOf = ({ user, business }: BusinessRequest): SecretPlace =>
  ofPanel(`upload:${business.id}:${user.id}`);
const sealed = (request: BusinessRequest, file: Buffer): string =>
  request.deps.vault.seal(file, uploadOf(request)).toString('base64');

function unsealed(request: BusinessRequest): Buffer | undefined {
  const text = request.form.raw('sobre');
  try {
    return text
      ? request.deps.vault.open(Buffer.from(text, 'base64'), uploadOf(request))
      : undefined;
  } catch {
    return undefined;
  }
}

export async function makeCertificate(request: BusinessRequest): Promise<PageResponse> {
  const { ruc, legalName, authority } = request.business;
  if (authority !== 'simulator')
    throw new PageRefusal(409, 'Solo el simulador acepta un certificado de prueba.');
  return keep(request, await selfSigned({ ruc, legalName }));
}

async function keep(
  request: BusinessRequest,
  certificate: SigningCertificate,
): Promise<PageResponse> {
  const { deps, business } = request;
  await keepCertificate(deps.db, request.by(), deps.vault, business.id, certificate);
  // as the sweep does: the pages that follow tell whether sending is paused
  await resumeRepairedBusinesses(deps.db);
  await deps.settingsChanges.publish(business.id);
  return afterStep(request, 'certificado', 'certificado');
}
