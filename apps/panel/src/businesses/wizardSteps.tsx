/** The steps of the setup wizard, and how far a business has come in them. */
import type { Business, Db } from '@rafaga/db';
import { keepsInactive, setupIssues } from '@rafaga/operations';
import { readBusinessSetup } from '@rafaga/operations/business';
import type { VNode } from 'preact';

const STEPS = [
  ['datos', 'Datos'],
  ['certificado', 'Certificado'],
  ['conexion', 'SUNAT'],
  ['series', 'Precios y series'],
  ['activar', 'Probar y activar'],
  ['llamada', 'Primera llamada'],
] as const;
export type Step = (typeof STEPS)[number][0];

export const stepAfter = (step: Step): Step | undefined =>
  STEPS[STEPS.findIndex(([name]) => name === step) + 1]?.[0];

/** Pages that belong to a step and have another path. */
const PATHS: Readonly<Record<string, Step>> = { credenciales: 'llamada' };

export interface WizardProgress {
  done: ReadonlySet<Step>;
  /** How many things are missing before it can be activated. */
  missing: number;
}

export async function readProgress(db: Db, business: Business, now: Date): Promise<WizardProgress> {
  const setup = await readBusinessSetup(db, business);
  const issues = setupIssues(setup, now);
  const has = (...kinds: string[]) => issues.some(({ is }) => kinds.includes(is));
  const done = new Set<Step>(['datos']);
  if (!has('certificate', 'certificate_expired', 'certificate_other')) done.add('certificado');
  if (!has('access', 'consult')) done.add('conexion');
  if (!has('prices', 'series', 'unbegun')) done.add('series');
  if (business.state === 'active') done.add('activar');
  return { done, missing: issues.filter(keepsInactive).length };
}

export const missingText = ({ missing, done }: WizardProgress): string => {
  if (done.has('activar')) return 'ya está activo';
  if (missing === 0) return 'no falta nada para activarlo';
  return missing === 1 ? 'falta 1 dato' : `faltan ${missing} datos`;
};

interface StepsProps {
  /** The path below the business's own. */
  current: string;
  ruc?: string;
  progress?: WizardProgress;
}

/** They are links only once the business exists. */
export function Steps({ current, ruc, progress }: StepsProps): VNode {
  const at = PATHS[current.split('/')[0] ?? ''] ?? current;
  return (
    <nav aria-label="Pasos para crear el negocio">
      <ol class="steps">
        {STEPS.map(([name, label], index) => (
          <li key={name} {...(name === at ? { 'aria-current': 'step' as const } : {})}>
            {ruc && name !== at ? (
              <a href={`/negocios/${ruc}/${name}?asistente=1`}>
                {index + 1}. {label}
              </a>
            ) : (
              `${index + 1}. ${label}`
            )}
            {progress?.done.has(name) && (
              <>
                {' '}
                <span aria-hidden="true">✓</span>
                <span class="unseen">listo</span>
              </>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
