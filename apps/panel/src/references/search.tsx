/**
 * The search box of every page. What names one thing opens it: a reference, a number, the text of a
 * printed QR, an id, a request, a RUC that no client has. What may name many gives their list.
 */
import {
  type FoundArchived,
  type FoundRefusal,
  type ListedDocument,
  type SeriesBelow,
  searchArchived,
  searchDocuments,
  searchRefusedRequests,
  seriesBelow,
} from '@rafaga/db';
import { ENVIRONMENT } from '@rafaga/operations';
import type { VNode } from 'preact';
import { codeSays, isKnownCode } from '../advice/codeWords.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, page, redirect } from '../edge/pageResponse.js';
import { Empty } from '../html/components.js';
import { isPermitted } from '../users/permissions.js';
import { FoundArchivedTable } from './foundArchived.js';
import { FoundRefusals, refusalAddress } from './foundRefusals.js';
import { listAddress } from './listAddress.js';
import { listsNamed, type NamedList } from './listsNamed.js';
import { ReferenceTable } from './referenceTable.js';

const MAX_RESULTS = 50;
/** The text of a QR with its hash, and some. */
const MAX_TERM = 300;

interface Found {
  documents: readonly ListedDocument[];
  archived: readonly FoundArchived[];
  refused: readonly FoundRefusal[];
  lists: readonly NamedList[];
}

export async function search(request: AuthenticatedRequest): Promise<PageResponse> {
  const term = request.query('q').slice(0, MAX_TERM);
  if (term === '') return redirect('/referencias');
  const result = await findInAnyCase(request, term);
  const only = result && onlyResult(result);
  if (only) return redirect(only);
  const code = codeNamed(term);
  return page(
    'Buscar',
    <>
      <h1>Buscar</h1>
      {code && <CodeMeaning code={code} />}
      {result ? (
        <Results term={result.spelled} found={result.found} />
      ) : (
        !code && <NothingFound term={term} below={await notComeSoFar(request, term)} />
      )}
    </>,
  );
}

/** More series of a code than these say nothing about the one that support looks for. */
const MAX_SERIES = 3;

/** The series that would have the number, if they had come so far. */
async function notComeSoFar(
  { read, scope }: AuthenticatedRequest,
  term: string,
): Promise<readonly SeriesBelow[]> {
  const below = await read((db) => seriesBelow(db, term, { scope, limit: MAX_SERIES + 1 }));
  return below.length > MAX_SERIES ? [] : below;
}

/** A return code of SUNAT, as its number or as a caller says it: "rechazado 2800". */
function codeNamed(term: string): string | undefined {
  const [, code] = /^(?:\D+\s)?(\d{4})$/.exec(term) ?? [];
  return code && isKnownCode(code) ? code : undefined;
}

/** Its documents are not looked for: no index has them. */
const CodeMeaning = ({ code }: { code: string }): VNode => (
  <p>
    Código {code} de SUNAT: {codeSays(code)}.{' '}
    <a href={listAddress({ ver: 'emitidas', codigo: code })}>Ver los comprobantes que lo tienen</a>
  </p>
);

interface Spelled {
  found: Found;
  /** The term as it is in what was found. */
  spelled: string;
}

/** References keep their capitals; a person who hears one does not know them. */
async function findInAnyCase(
  request: AuthenticatedRequest,
  term: string,
): Promise<Spelled | undefined> {
  for (const spelled of new Set([term, term.toUpperCase(), term.toLowerCase()])) {
    const found = await findAll(request, spelled);
    if (Object.values(found).some((results) => results.length > 0)) return { found, spelled };
  }
  return undefined;
}

async function findAll(request: AuthenticatedRequest, term: string): Promise<Found> {
  const { read, user, scope } = request;
  const limits = { scope, limit: MAX_RESULTS };
  const mayRead = isPermitted(user.role, 'log.see');
  const [[documents, archived], refused, lists] = await Promise.all([
    // at one server: a month that is being detached is in either of them
    read((db) =>
      Promise.all([
        searchDocuments(db, term, { ...limits, clients: false }),
        searchArchived(db, term, limits),
      ]),
    ),
    mayRead ? read((db) => searchRefusedRequests(db, term, limits)) : [],
    listsNamed(request, term),
  ]);
  return { documents, archived, refused, lists };
}

/** Where the search leads at once: to the only result, or to the one that is exactly the term. */
function onlyResult({
  found: { documents, archived, refused, lists },
  spelled,
}: Spelled): string | undefined {
  const [exact, ...others] = [
    ...documents.filter(({ reference }) => reference === spelled),
    ...archived.filter(({ isReference }) => isReference),
  ];
  const refusals = new Set(refused.map(refusalAddress));
  if (exact && others.length === 0) return addressOf(exact);
  if (documents.length + archived.length + refusals.size + lists.length !== 1) return undefined;
  const [only = archived[0]] = documents;
  return only ? addressOf(only) : ([...refusals][0] ?? lists[0]?.href);
}

const addressOf = ({ documentId }: { documentId: number }) => `/referencias/${documentId}`;

/** A status whose calls are only counted, or the form of a request id that the API makes. */
const COUNTED = /^(401|429|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** A name has no digit, and a number of a document no letter. */
const isLikeReference = (term: string): boolean =>
  /^(?=.*\d)(?=.*[a-z])[a-z0-9][a-z0-9._:-]{3,127}$/i.test(term) && !COUNTED.test(term);

/** The beginning of a reference as short as this is not looked for: too many have it. */
const isShort = (term: string): boolean => term.length < 4;

interface NothingProps {
  term: string;
  below: readonly SeriesBelow[];
}

const NothingFound = ({ term, below }: NothingProps): VNode => (
  <>
    {below.map(({ ruc, legalName, environment, code, lastNumber }) => (
      <p key={`${ruc} ${environment}`}>
        Ese número todavía no se ha emitido: la serie {code} de {legalName} ({ruc}), ambiente{' '}
        {ENVIRONMENT[environment]}, {lastNumber === 0 ? 'no tiene ninguno' : `va en ${lastNumber}`}.
      </p>
    ))}
    {isShort(term) ? (
      <Empty>
        Nada con «{term}». Escribe más: con menos de 4 letras o números no se busca el comienzo de
        una referencia ni un documento, y con menos de 3 letras tampoco un nombre.
      </Empty>
    ) : (
      <Empty>
        Nada con «{term}». Probamos: referencia (desde su comienzo), número como F001-123, el QR de
        un comprobante impreso, id, RUC de un negocio, código de solicitud, llamadas que la API
        rechazó, cliente (documento o nombre), monto como 118.00, fecha como 21/11/2026 y código de
        SUNAT como 2800. De los meses archivados: referencia completa, número, id y cliente. ¿Es de
        otro ambiente?
      </Empty>
    )}
    {/^\d{1,8}$/.test(term) && (
      <p class="hint">
        ¿Es el número de un comprobante? Escríbelo con la serie que está delante de él en el papel:
        B001-{Number(term)}.
      </p>
    )}
    {below.length === 0 && isLikeReference(term) && (
      <p class="hint">
        ¿Es la referencia completa de una venta? Entonces aquí no se emitió: pide al negocio que su
        sistema la envíe otra vez con esa misma referencia, que nunca se emite dos veces.
      </p>
    )}
    {COUNTED.test(term) && (
      <p class="hint">
        Una llamada que recibió 401 o 429 no se encuentra por su código: las que llegan sin el
        secreto correcto, con una credencial revocada o por encima del límite se cuentan por hora,
        credencial y dirección en el registro de su <a href="/negocios">negocio</a>. Las de una
        clave que no existe no se cuentan: compárala con las de su pestaña Credenciales.
      </p>
    )}
  </>
);

const Results = ({
  term,
  found: { documents, archived, refused, lists },
}: {
  term: string;
  found: Found;
}): VNode => (
  <>
    {lists.length > 0 && (
      <ul>
        {lists.map(({ href, label }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    )}
    {documents.length === MAX_RESULTS && (
      <p class="hint">Hay más. Si es un número, escribe el RUC delante: 20123456786-B001-123.</p>
    )}
    {documents.length > 0 && (
      <ReferenceTable caption={captionOf(documents.length, term)} references={documents} />
    )}
    {archived.length > 0 && <FoundArchivedTable archived={archived} />}
    {refused.length > 0 && <FoundRefusals refused={refused} />}
  </>
);

const captionOf = (found: number, term: string): string =>
  `${found === MAX_RESULTS ? `Los primeros ${MAX_RESULTS}` : found} con «${term}»`;
