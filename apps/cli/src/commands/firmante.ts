/**
 * firmante: the certificates that SUNAT or an OSE signs its CDRs with, and what a CDR without a
 * valid signature obliges to.
 */
import { readFile } from 'node:fs/promises';
import type { CdrDuty, CdrPolicy, CdrSignerSummary } from '@rafaga/db';
import { SIGNATURE, signerSpan } from '@rafaga/operations';
import type { Command } from 'commander';
import { withContext } from '../context/commandContext.js';
import { dateTime } from '../terminal/dates.js';
import { Failure, Mistakes } from '../terminal/failure.js';
import type { Common, Shown } from '../terminal/show.js';
import { table } from '../terminal/table.js';
import { group, leaf } from './leaf.js';

interface Flags extends Common {
  autoridad?: string;
  fuente?: string;
  desde?: string;
  hasta?: string;
  rota?: string;
  desconocida?: string;
  ausente?: string;
}

const AUTHORITY = {
  '--autoridad <nombre>':
    'produccion, beta, simulador, o la dirección https del billService de un OSE',
};
const FILE = {
  archivo: 'un certificado (PEM o DER), o una constancia (R-….zip) de la que tomarlo',
};

export function firmante(program: Command): void {
  const parent = group(
    program,
    'firmante',
    'Con qué certificados firma SUNAT (o un OSE) sus constancias (CDR)',
  );
  leaf<Flags>(parent, {
    name: 'agregar <archivo>',
    about:
      'Registra un certificado con que una autoridad firma; otra vez, cambia sus fechas y ' +
      'su fuente',
    arguments: FILE,
    options: {
      ...AUTHORITY,
      '--fuente <texto>': 'de dónde consta que es suyo: queda registrado',
      '--desde <AAAA-MM-DD>':
        'vale para constancias desde ese día (lo usual: desde que el certificado vale)',
      '--hasta <AAAA-MM-DD>':
        'y hasta el final de ese día (lo usual: hasta que el certificado vence)',
    },
    examples: [
      'firmante agregar sunat.cer --autoridad produccion --fuente "página de SUNAT, 3/11/2026"',
      'firmante agregar R-20123456786-01-F001-1.zip --autoridad https://ose.pe/billService ' +
        '--fuente "su soporte, por teléfono"',
    ],
    run: add,
  });
  leaf<Common>(parent, {
    name: 'listar',
    about: 'Los certificados registrados',
    examples: ['firmante listar'],
    run: list,
  });
  leaf<Flags>(parent, {
    name: 'retirar <id>',
    about: 'Deja de creer en un certificado desde ahora, o desde el final de un día',
    arguments: { id: 'el que da la lista' },
    options: { '--hasta <AAAA-MM-DD>': 'el último día en que vale (lo usual: hasta este momento)' },
    examples: ['firmante retirar 3'],
    run: end,
  });
  leaf<Flags>(parent, {
    name: 'probar <archivo>',
    about: 'Dice qué vale la firma de una constancia, sin cambiar nada',
    arguments: { archivo: 'una constancia: R-….zip, o su XML' },
    options: AUTHORITY,
    examples: ['firmante probar R-20123456786-01-F001-1.zip --autoridad produccion'],
    run: examine,
  });
  leaf<Flags>(parent, {
    name: 'politica',
    about:
      'Qué se hace con un comprobante cuya constancia no tiene una firma válida: avisar (y ' +
      'seguir), o revision',
    options: {
      ...AUTHORITY,
      '--rota <que>': 'la firma no corresponde a lo que dice la constancia',
      '--desconocida <que>': 'la firmó un certificado que no está registrado',
      '--ausente <que>': 'no lleva firma',
    },
    examples: [
      'firmante politica --autoridad produccion',
      'firmante politica --autoridad produccion --desconocida revision',
    ],
    run: policy,
  });
}

async function add(flags: Flags, path: string): Promise<Shown> {
  const { authorityText, readCdrSigner } = await import('@rafaga/operations/cdr');
  const mistakes = new Mistakes();
  const authority = await authorityIn(flags, mistakes);
  const source =
    flags.fuente?.trim() ||
    mistakes.add('--fuente', 'falta: di de dónde consta que este certificado es suyo.') ||
    '';
  const inForceFrom = dayIn('--desde', flags.desde, '00:00:00', mistakes);
  const inForceUntil = dayIn('--hasta', flags.hasta, '23:59:59', mistakes);
  mistakes.check();
  const signer = await read(path, readCdrSigner);
  return withContext(async ({ db, by }) => {
    const { putCdrSigner } = await import('@rafaga/db');
    const row = await putCdrSigner(db, by(), {
      ...signer,
      authority,
      source,
      inForceFrom,
      inForceUntil,
    });
    return {
      json: signerJson(row, authorityText(authority)),
      text: `Registrado (${row.id}): ${row.subject}\nHuella SHA-256: ${row.fingerprint}`,
      remarks: [
        'Los procesadores lo usan en menos de un minuto. Compara la huella con la que ' +
          'publica la autoridad.',
      ],
    };
  });
}

const list = (): Promise<Shown> =>
  withContext(async ({ db }) => {
    const [{ listCdrSigners }, { authorityText }] = await Promise.all([
      import('@rafaga/db'),
      import('@rafaga/operations/cdr'),
    ]);
    const rows = await listCdrSigners(db);
    const cells = (row: CdrSignerSummary) => {
      const { from, until } = signerSpan(row);
      return [
        row.id,
        authorityText(row.authority),
        row.subject,
        row.fingerprint.slice(0, 16),
        dateTime(from),
        dateTime(until),
        row.source,
      ];
    };
    return {
      json: rows.map((row) => signerJson(row, authorityText(row.authority))),
      text:
        rows.length > 0
          ? table(
              ['Id', 'Autoridad', 'Titular', 'Huella', 'Desde', 'Hasta', 'Fuente'],
              rows.map(cells),
            )
          : 'No hay ninguno: las firmas de las constancias se revisan, pero no se sabe de ' +
            'quién son.',
    };
  });

async function end(flags: Flags, id: string): Promise<Shown> {
  const mistakes = new Mistakes();
  const number = /^[1-9]\d{0,8}$/.test(id)
    ? Number(id)
    : (mistakes.add('ID', 'el que da: rafaga firmante listar') ?? 0);
  const until = dayIn('--hasta', flags.hasta, '23:59:59', mistakes) ?? new Date();
  mistakes.check();
  return withContext(async ({ db, by }) => {
    const [{ endCdrSigner }, { authorityText }] = await Promise.all([
      import('@rafaga/db'),
      import('@rafaga/operations/cdr'),
    ]);
    const row = await endCdrSigner(db, by(), number, until);
    if (!row) throw new Failure(`No hay un certificado registrado con el id ${number}.`);
    return {
      json: signerJson(row, authorityText(row.authority)),
      text: `Retirado: ${row.subject}`,
    };
  });
}

async function examine(flags: Flags, path: string): Promise<Shown> {
  const { examineCdr } = await import('@rafaga/operations/cdr');
  const mistakes = new Mistakes();
  const authority = await authorityIn(flags, mistakes);
  mistakes.check();
  return withContext(async ({ db }) => {
    const { findCdrTrust } = await import('@rafaga/db');
    const trust = await findCdrTrust(db, authority);
    const { state, reason, fingerprint } = await read(path, (file) => examineCdr(file, trust));
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

const DUTY = { avisar: 'tell', revision: 'review' } as const;
const dutyText = (duty: CdrDuty) => (duty === 'tell' ? 'avisar' : 'revision');

async function policy(flags: Flags): Promise<Shown> {
  const { authorityText } = await import('@rafaga/operations/cdr');
  const mistakes = new Mistakes();
  const authority = await authorityIn(flags, mistakes);
  const duty = (at: string, given: string | undefined) =>
    given === undefined || given in DUTY
      ? DUTY[given as keyof typeof DUTY]
      : mistakes.add(at, 'avisar o revision.');
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

async function authorityIn({ autoridad }: Flags, mistakes: Mistakes): Promise<string> {
  const { authorityOf } = await import('@rafaga/operations/cdr');
  const found = autoridad === undefined ? undefined : authorityOf(autoridad);
  return (
    found ??
    mistakes.add(
      '--autoridad',
      'produccion, beta, simulador, o la dirección del billService de un OSE.',
    ) ??
    ''
  );
}

/** A day in Lima. */
function dayIn(
  at: string,
  text: string | undefined,
  time: string,
  mistakes: Mistakes,
): Date | undefined {
  if (text === undefined) return undefined;
  const instant = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T${time}-05:00` : Number.NaN);
  return Number.isNaN(instant.getTime()) ? mistakes.add(at, 'un día, como 2026-11-21.') : instant;
}

async function read<T>(path: string, understand: (file: Buffer) => T): Promise<T> {
  const { CdrFileProblem } = await import('@rafaga/operations/cdr');
  const file = await readFile(path).catch((error: Error) => {
    throw new Failure(`No se puede leer ${path}: ${error.message}`);
  });
  try {
    return understand(file);
  } catch (error) {
    throw error instanceof CdrFileProblem ? new Failure(error.message) : error;
  }
}

const signerJson = (row: CdrSignerSummary, autoridad: string) => {
  const { from, until } = signerSpan(row);
  return {
    id: row.id,
    autoridad,
    titular: row.subject,
    huella: row.fingerprint,
    desde: from,
    hasta: until,
    fuente: row.source,
  };
};
