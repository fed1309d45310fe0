/** negocio diseno: the design of a business's PDFs, and the formats that the worker draws. */
import type { Business, DesignChange, StoredDesign } from '@rafaga/db';
import { designWords } from '@rafaga/operations';
import type { Command } from 'commander';
import { businessOf, withContext } from '../context/commandContext.js';
import { readRuc } from '../rules/business.js';
import { Failure, Mistakes } from '../terminal/failure.js';
import type { CommandResult, CommonFlags } from '../terminal/print.js';
import { readNamed } from '../terminal/readNamed.js';
import { reasonOf } from '../terminal/systemProblem.js';
import { facts } from '../terminal/table.js';
import { addCommand } from './addCommand.js';

interface Flags extends CommonFlags {
  ruc?: string;
  color?: string;
  logo?: string;
  contacto?: string;
  pie?: string;
  consulta?: string;
  barras?: string;
  largo?: string;
  adjuntos?: string;
  formatos?: string;
  formato?: string;
}

const CONSULT_PAGE = 'dónde se consulta un comprobante (lo usual: la página de SUNAT)';
/** The word that removes a value. */
const NONE = 'ninguno';
const FLAG = {
  color: '--color',
  logo: '--logo',
  contact: '--contacto',
  footer: '--pie',
  consultAt: '--consulta',
  barcode: '--barras',
  ticketLength: '--largo',
  archive: '--adjuntos',
} as const;

export function diseno(negocio: Command): void {
  addCommand<Flags>(negocio, {
    name: 'diseno',
    about: 'Cambia cómo se ven los PDF de un negocio; sin opciones, lo muestra',
    options: {
      '--ruc <ruc>': 'RUC del negocio',
      '--color <color>': `color de la marca, como #1f3a5f, o ${NONE}`,
      '--logo <archivo>': `PNG o JPEG, o ${NONE}`,
      '--contacto <texto>': `bajo la dirección: teléfono, web (\\n: otra línea), o ${NONE}`,
      '--pie <texto>': `al final de cada comprobante (\\n: otra línea), o ${NONE}`,
      '--consulta <direccion>': `${CONSULT_PAGE}, o ${NONE}`,
      '--barras <si|no>': 'el número como código de barras en los tickets (lo usual: no)',
      '--largo <mm>': `dónde sigue un ticket en otro trozo, o ${NONE} (lo usual: 1500)`,
      '--adjuntos <si|no>': 'el XML firmado y el CDR dentro del A4, un PDF/A-3 (lo usual: no)',
      '--formatos <lista>': `los que se dibujan sin pedirlos, como a4,ticket-80, o ${NONE}`,
      '--formato <formato>': 'el que se entrega cuando la descarga no dice cuál (lo usual: a4)',
    },
    examples: [
      "negocio diseno --ruc 20123456786 --logo logo.png --color '#e4002b' --pie 'Gracias por " +
        "tu compra'",
      'negocio diseno --ruc 20123456786 --formatos a4,ticket-80 --formato ticket-80',
      'negocio diseno --ruc 20123456786',
    ],
    run: design,
  });
}

async function design(flags: Flags): Promise<CommandResult> {
  const mistakes = new Mistakes();
  const ruc = readRuc(flags.ruc, mistakes);
  const change = await readChange(flags, mistakes);
  const papers = await readPapers(flags, mistakes);
  mistakes.check();
  return withContext(async (context) => {
    const { changeDesign, currentDesign, DesignProblem, updateBusiness } = await import(
      '@rafaga/db'
    );
    const found = await businessOf(context.db, ruc);
    const designed = Object.keys(change).length > 0;
    const before = await currentDesign(context.db, found.id);
    const drawn = designed
      ? await changeDesign(context.db, context.by(), found.id, change).catch((error) => {
          throw error instanceof DesignProblem ? new Failure(designWords(error)) : error;
        })
      : before;
    const printed = Object.keys(papers).length > 0;
    const business = printed
      ? await updateBusiness(context.db, context.by(), found.id, papers)
      : found;
    if (designed || printed) await context.changed(business.id);
    return resultOf(
      business,
      drawn,
      designed ? (drawn.version === before.version ? UNCHANGED : STORED_PDFS) : undefined,
    );
  });
}

const STORED_PDFS = 'Los PDF que ya están guardados no cambian.';
const UNCHANGED = 'El diseño ya era así: no se guardó otra versión.';

async function readChange(flags: Flags, mistakes: Mistakes): Promise<DesignChange> {
  const text = (value: string) => value.replaceAll('\\n', '\n').trim();
  const change: DesignChange = {
    ...given('color', flags.color, (color) => color.toLowerCase()),
    ...given('contact', flags.contacto, text),
    ...given('footer', flags.pie, text),
    ...given('consultAt', flags.consulta, text),
    ...yesOrNo('barcode', flags.barras, mistakes),
    ...yesOrNo('archive', flags.adjuntos, mistakes),
    ...(flags.largo === undefined
      ? {}
      : { ticketLength: flags.largo === NONE ? null : Number(flags.largo) }),
    ...(flags.logo === undefined
      ? {}
      : { logo: flags.logo === NONE ? null : await readLogo(flags.logo, mistakes) }),
  };
  if (Object.keys(change).length === 0) return change;
  const { designFaults } = await import('@rafaga/pdf');
  for (const [field, fault] of Object.entries(designFaults({ ...change })))
    mistakes.add(FLAG[field as keyof typeof FLAG], fault);
  return change;
}

function given<Field extends 'color' | 'contact' | 'footer' | 'consultAt'>(
  field: Field,
  value: string | undefined,
  read: (value: string) => string,
): DesignChange {
  return value === undefined ? {} : { [field]: value === NONE ? null : read(value) };
}

function yesOrNo(
  field: 'barcode' | 'archive',
  value: string | undefined,
  mistakes: Mistakes,
): DesignChange {
  if (value === undefined) return {};
  if (value !== 'si' && value !== 'no') mistakes.add(FLAG[field], 'si o no.');
  return { [field]: value === 'si' };
}

async function readLogo(file: string, mistakes: Mistakes): Promise<Buffer | null> {
  return readNamed(file).catch((error) => {
    mistakes.add('--logo', `no se puede leer ${file}: ${reasonOf(error)}.`);
    return null;
  });
}

async function readPapers(
  { formatos, formato }: Flags,
  mistakes: Mistakes,
): Promise<{ printFormats?: string[]; defaultFormat?: string }> {
  if (formatos === undefined && formato === undefined) return {};
  const { PAPER_FORMATS } = await import('@rafaga/fiscal');
  const known = (name: string) => PAPER_FORMATS.some((format) => format === name);
  const list = formatos === NONE ? [] : (formatos?.split(',').map((name) => name.trim()) ?? []);
  if (!list.every(known))
    mistakes.add(
      '--formatos',
      `elige entre ${PAPER_FORMATS.join(', ')}, separados por comas, o ${NONE}.`,
    );
  const defaultFormat = mistakes.oneOf('--formato', formato, PAPER_FORMATS);
  return {
    ...(formatos === undefined ? {} : { printFormats: [...new Set(list)] }),
    ...(defaultFormat && { defaultFormat }),
  };
}

function resultOf(
  { ruc, printFormats, defaultFormat }: Business,
  design: StoredDesign,
  remark: string | undefined,
): CommandResult {
  const { version, color, logo, contact, footer, consultAt, barcode, ticketLength, archive } =
    design;
  return {
    json: {
      ruc,
      version,
      color,
      logo_bytes: logo?.length ?? null,
      contacto: contact,
      pie: footer,
      consulta: consultAt,
      barras: barcode ?? false,
      largo: ticketLength,
      adjuntos: archive ?? false,
      formatos: printFormats,
      formato: defaultFormat,
    },
    text: facts([
      ['Versión', String(version)],
      ['Color', color ?? 'el de la casa'],
      ['Logo', logo ? `${Math.ceil(logo.length / 1024)} KB` : 'no tiene'],
      ['Contacto', contact ?? '—'],
      ['Pie', footer ?? '—'],
      ['Consulta', consultAt ?? 'la página de SUNAT'],
      ['Código de barras', barcode ? 'en los tickets' : 'no'],
      ['Largo del ticket', `${ticketLength ?? 1500} mm`],
      ['Dentro del A4', archive ? 'el XML y el CDR (PDF/A-3)' : 'nada'],
      ['Se dibujan solos', printFormats.join(', ') || NONE],
      ['Sin decir formato', defaultFormat],
    ]),
    remarks: remark ? [remark] : [],
  };
}
