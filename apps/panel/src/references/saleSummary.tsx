/** The issuer, the client and the total of a sale, at the top of its page. */
import type { Business, StoredDocument } from '@rafaga/db';
import { limaToday, type TotalsJson } from '@rafaga/fiscal';
import type { ComponentChildren, VNode } from 'preact';
import { DescriptionList } from '../html/components.js';
import { money } from '../html/formats.js';
import { listAddress } from './listAddress.js';
import { maskDocument, maskName } from './masks.js';

interface SaleSummaryProps {
  document: StoredDocument;
  business: Business | null;
  revealed: boolean;
}

export function SaleSummary({ document, business, revealed }: SaleSummaryProps): VNode {
  const { client, currency, total, totals } = document;
  const name = revealed ? client.name : maskName(client.name);
  const number = revealed ? client.document : maskDocument(client.document);
  return (
    <DescriptionList
      rows={[
        ['Negocio', business && <BusinessLink business={business} />],
        ['Cliente', `${name} · ${number}`],
        ...amounts(totals, (amount) => money(currency, amount)),
        [
          'Total',
          <>
            <strong class="number">{money(currency, total)}</strong> <SameTotal {...document} />
          </>,
        ],
      ]}
    />
  );
}

/** To find a sale that was issued twice without naming its client in the address. */
function SameTotal({ ruc, total, createdAt }: StoredDocument): VNode {
  const day = limaToday(createdAt);
  return (
    <a href={listAddress({ ver: 'emitidas', ruc, monto: total, del: day, al: day })}>
      Ver los de ese día por este total
    </a>
  );
}

const BASES: Readonly<Record<string, string>> = {
  '1000': 'Gravadas',
  '9997': 'Exoneradas',
  '9998': 'Inafectas',
  '9995': 'Exportación',
  '9996': 'Gratuitas',
};
const TAXES: Readonly<Record<string, string>> = {
  '1000': 'IGV',
  '1016': 'IVAP',
  '2000': 'ISC',
  '7152': 'ICBPER',
};

function amounts(
  totals: unknown,
  shown: (amount: string) => ComponentChildren,
): [string, ComponentChildren][] {
  const subtotals = (totals as Partial<TotalsJson> | null)?.subtotals ?? [];
  const named = (names: Readonly<Record<string, string>>, of: 'base' | 'amount') =>
    subtotals.flatMap((each): [string, ComponentChildren][] => {
      const name = names[each.tax];
      return name === undefined ? [] : [[name, shown(each[of])]];
    });
  return [...named(BASES, 'base'), ...named(TAXES, 'amount')];
}

const BusinessLink = ({ business: { ruc, legalName } }: { business: Business }): VNode => (
  <a href={`/negocios/${ruc}`}>{`${legalName} · RUC ${ruc}`}</a>
);
