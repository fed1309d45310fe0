/**
 * Examines the signature of a CDR, and reads or sets the policy for CDRs without a valid
 * signature.
 */
import type { CdrDuty, CdrPolicy } from '@rafaga/db';
import { SIGNATURE } from '@rafaga/operations';
import { withContext } from '../context/commandContext.js';
import { Mistakes } from '../terminal/failure.js';
import type { CommandResult } from '../terminal/print.js';
import { authorityIn, readSignerFile, type SignerFlags } from './input.js';

export async function examine(flags: SignerFlags, path: string): Promise<CommandResult> {
  const { examineCdr } = await import('@rafaga/operations/cdr');
  const mistakes = new Mistakes();
  const authority = await authorityIn(flags, mistakes);
  mistakes.check();
  return withContext(async ({ db }) => {
    const { findCdrTrust } = await import('@rafaga/db');
    const trust = await findCdrTrust(db, authority);
    const { state, reason, fingerprint } = await readSignerFile(path, (file) =>
      examineCdr(file, trust),
    );
    return {
      json: { firma: SIGNATURE[state].word, motivo: reason ?? null, huella: fingerprint ?? null },
      text: [
        `Firma: ${SIGNATURE[state].text}`,
        reason,
        fingerprint && `Huella SHA-256 del certificado: ${fingerprint}`,
      ]
        .filter(Boolean)
        .join('\n'),
    };
  });
}

const DUTIES = { avisar: 'tell', revision: 'review' } as const;
const DUTY_WORDS = Object.keys(DUTIES) as (keyof typeof DUTIES)[];
const dutyText = (duty: CdrDuty) => (duty === 'tell' ? 'avisar' : 'revision');

export async function policy(flags: SignerFlags): Promise<CommandResult> {
  const { authorityText } = await import('@rafaga/operations/cdr');
  const mistakes = new Mistakes();
  const authority = await authorityIn(flags, mistakes);
  const duty = (at: string, given: string | undefined) => {
    const word = mistakes.oneOf(at, given, DUTY_WORDS);
    return word && DUTIES[word];
  };
  const wanted = {
    broken: duty('--rota', flags.rota),
    unknown_signer: duty('--desconocida', flags.desconocida),
    absent: duty('--ausente', flags.ausente),
  };
  mistakes.check();
  return withContext(async ({ db, by }) => {
    const { findCdrTrust, setCdrPolicy } = await import('@rafaga/db');
    const before = (await findCdrTrust(db, authority)).policy;
    const changes = Object.fromEntries(
      Object.entries(wanted).filter(([, value]) => value !== undefined),
    ) as Partial<CdrPolicy>;
    const after = { ...before, ...changes };
    if (Object.keys(changes).length > 0) await setCdrPolicy(db, by(), authority, after);
    const json = {
      rota: dutyText(after.broken),
      desconocida: dutyText(after.unknown_signer),
      ausente: dutyText(after.absent),
    };
    return {
      json: { autoridad: authorityText(authority), ...json },
      text:
        `${authorityText(authority)}: firma rota, ${json.rota}; de un certificado ` +
        `desconocido, ${json.desconocida}; ausente, ${json.ausente}.`,
    };
  });
}
