/**
 * What a business signs with: checked the moment it is uploaded, sealed, never shown or given back.
 */
import { type CertificateSummary, listCertificates } from '@rafaga/db';
import { keepCertificate } from '@rafaga/operations/business';
import {
  CertificateProblem,
  readCertificate,
  type SigningCertificate,
  selfSigned,
} from '@rafaga/secrets';
import type { VNode } from 'preact';
import { type Answer, type OfBusiness, Refused } from '../edge/visit.js';
import { Act, Button, Empty, type Faults, Field, Form, Table, Tag } from '../html/bits.js';
import { afterStep, businessPage, inWizard, wizardQuery } from '../html/businessFrame.js';
import { day, moment } from '../html/formats.js';
import { Until } from '../html/lacks.js';

export const certificatePage = (visit: OfBusiness): Promise<Answer> => show(visit, {});

/**
 * @param kept a file that was read but not opened, sealed for this session: it is not asked for a
 * second time
 */
async function show(visit: OfBusiness, faults: Faults, kept?: string): Promise<Answer> {
  const { deps, business, now } = visit;
  const all = await listCertificates(deps.db, business.id);
  return businessPage(
    visit,
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
      <div class="narrow">
        <Form visit={visit} files>
          {kept ? (
            <>
              <p>El archivo ya llegó: falta su clave.</p>
              <input type="hidden" name="sobre" value={kept} />
            </>
          ) : (
            <Field
              name="archivo"
              label="Archivo .pfx, .p12 o .pem"
              type="file"
              accept=".pfx,.p12,.pem,.crt,.cer,.key"
              faults={faults}
            />
          )}
          <Field
            name="clave"
            label="Clave del archivo"
            type="password"
            autocomplete="off"
            faults={faults}
          />
          <Button>{inWizard(visit) ? 'Guardar y continuar' : 'Guardar'}</Button>
        </Form>
        {business.authority === 'simulator' && (
          <>
            <h2>Para probar</h2>
            <p>El simulador acepta un certificado hecho aquí mismo; SUNAT no.</p>
            <Act
              visit={visit}
              action={`/negocios/${business.ruc}/certificado/prueba${wizardQuery(visit)}`}
              label="Crear uno de prueba"
              tone="quiet"
            />
          </>
        )}
        {inWizard(visit) && all.length > 0 && (
          <p>
            <a href={`/negocios/${business.ruc}/conexion?asistente=1`}>Seguir con el que hay</a>
          </p>
        )}
      </div>
    </>,
    faults,
  );
}

function Known({ all, now }: { all: readonly CertificateSummary[]; now: Date }): VNode {
  return (
    <Table
      caption="Certificados"
      head={['Estado', 'RUC', 'Desde', 'Hasta', 'Huella (SHA-256)', 'Subido']}
      rows={all.map((each) => [
        each.active ? <Tag mood="good">firma</Tag> : <Tag mood="calm">reemplazado</Tag>,
        each.subjectRuc ?? 'no indicado',
        <span class="number">{day(each.notBefore)}</span>,
        each.active ? (
          <Until at={each.notAfter} now={now} />
        ) : (
          <span class="number">{day(each.notAfter)}</span>
        ),
        <code title={each.fingerprint}>{each.fingerprint.slice(0, 16)}…</code>,
        <span class="number">{moment(each.createdAt)}</span>,
      ])}
    />
  );
}

export async function saveCertificate(visit: OfBusiness): Promise<Answer> {
  const file = (await visit.form.file('archivo')) ?? unsealed(visit);
  if (!file) return show(visit, { archivo: 'Elige el archivo del certificado.' });
  let certificate: SigningCertificate;
  try {
    certificate = await readCertificate(file, visit.form.raw('clave'));
  } catch (error) {
    if (!(error instanceof CertificateProblem)) throw error;
    return error.reason === 'wrong_password'
      ? show(visit, { clave: error.message }, sealed(visit, file))
      : show(visit, { archivo: error.message });
  }
  const fault = faultOf(certificate, visit);
  if (fault) return show(visit, { archivo: fault });
  return keep(visit, certificate);
}

const uploadOf = ({ session, business }: OfBusiness): string =>
  `upload:${business.id}:${session.toString('base64url')}`;
const sealed = (visit: OfBusiness, file: Buffer): string =>
  visit.deps.vault.seal(file, uploadOf(visit)).toString('base64');

function unsealed(visit: OfBusiness): Buffer | undefined {
  const text = visit.form.raw('sobre');
  try {
    return text ? visit.deps.vault.open(Buffer.from(text, 'base64'), uploadOf(visit)) : undefined;
  } catch {
    return undefined;
  }
}

function faultOf(
  { subjectRuc, notBefore, notAfter }: SigningCertificate,
  { business, now }: OfBusiness,
): string | undefined {
  if (subjectRuc && subjectRuc !== business.ruc)
    return `El certificado es de otro RUC (${subjectRuc}).`;
  if (notAfter <= now) return `El certificado venció el ${day(notAfter)}.`;
  return notBefore > now ? `El certificado recién vale desde el ${day(notBefore)}.` : undefined;
}

export async function makeCertificate(visit: OfBusiness): Promise<Answer> {
  const { ruc, legalName, authority } = visit.business;
  if (authority !== 'simulator')
    throw new Refused(409, 'Solo el simulador acepta un certificado de prueba.');
  return keep(visit, await selfSigned({ ruc, legalName }));
}

async function keep(visit: OfBusiness, certificate: SigningCertificate): Promise<Answer> {
  const { deps, business } = visit;
  await keepCertificate(deps.db, visit.by(), deps.vault, business.id, certificate);
  await deps.settingsChanges.publish(business.id);
  return afterStep(visit, 'certificado', 'certificado');
}
