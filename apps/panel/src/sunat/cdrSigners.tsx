/** The certificates that each authority signs its CDRs with; they are registered with the CLI. */
import {
  type CdrPolicy,
  type CdrSignerSummary,
  listCdrPolicies,
  listCdrSigners,
  usualPolicy,
} from '@rafaga/db';
import { signerSpan } from '@rafaga/operations';
import type { VNode } from 'preact';
import { AUTHORITY_NAMES, shortNameOf } from '../businesses/authorities.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, page } from '../edge/pageResponse.js';
import { Empty, Table, Tag } from '../html/components.js';
import { day } from '../html/formats.js';

export async function cdrSignersPage({ deps, now }: AuthenticatedRequest): Promise<PageResponse> {
  const [signers, policies] = await Promise.all([
    listCdrSigners(deps.db),
    listCdrPolicies(deps.db),
  ]);
  const authorities = [...new Set([...signers.map((each) => each.authority), ...policies.keys()])];
  return page(
    'Firmantes de constancias',
    <>
      <p class="crumbs">
        <a href="/sunat">SUNAT</a>
      </p>
      <h1>Firmantes de constancias</h1>
      <p>
        Con qué certificados firma cada autoridad sus constancias (CDR), y qué se hace con una
        constancia sin firma válida. Se registran en la terminal: <code>rafaga firmante</code>.
      </p>
      {authorities.length === 0 && (
        <Empty>No hay ninguno: las firmas se revisan, pero no se sabe de quién son.</Empty>
      )}
      {authorities.map((authority) => {
        const own = signers.filter((each) => each.authority === authority);
        const policy = policies.get(authority) ?? usualPolicy(own.length);
        return (
          <Authority key={authority} authority={authority} own={own} policy={policy} now={now} />
        );
      })}
    </>,
  );
}

interface AuthorityProps {
  authority: string;
  own: readonly CdrSignerSummary[];
  policy: CdrPolicy;
  now: Date;
}

const DUTY = { tell: 'se avisa y sigue', review: 'va a revisión' } as const;

const Authority = ({ authority, own, policy, now }: AuthorityProps): VNode => (
  <>
    <h2 class={authority in AUTHORITY_NAMES ? undefined : 'verbatim'}>
      {AUTHORITY_NAMES[authority] ?? authority}
    </h2>
    <p class="hint">
      Firma rota: {DUTY[policy.broken]}. De un certificado desconocido:{' '}
      {DUTY[policy.unknown_signer]}. Sin firma: {DUTY[policy.absent]}.
    </p>
    {own.length === 0 ? (
      <Empty>Ningún certificado registrado.</Empty>
    ) : (
      <Table
        caption={`Certificados de ${shortNameOf(authority)}`}
        head={['Estado', 'Titular', 'Desde', 'Hasta', 'Huella (SHA-256)', 'Fuente']}
        rows={own.map((signer) => rowOf(signer, now))}
      />
    )}
  </>
);

function rowOf(signer: CdrSignerSummary, now: Date) {
  const { from, until } = signerSpan(signer);
  const { subject, fingerprint, source } = signer;
  return [
    <Standing from={from} until={until} now={now} />,
    <span class="wide">{subject}</span>,
    <span class="number">{day(from)}</span>,
    <span class="number">{day(until)}</span>,
    <code title={fingerprint}>{fingerprint.slice(0, 16)}…</code>,
    <span class="wide">{source}</span>,
  ];
}

function Standing({ from, until, now }: { from: Date; until: Date; now: Date }): VNode {
  if (until < now) return <Tag severity="calm">terminado</Tag>;
  return from > now ? <Tag severity="calm">por empezar</Tag> : <Tag severity="good">vigente</Tag>;
}
