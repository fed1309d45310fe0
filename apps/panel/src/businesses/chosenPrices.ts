/** How the prices of a business come, with the IGV or without, once a person chose it. */
import type { Business } from '@rafaga/db';
import type { BusinessRequest } from '../edge/pageRequest.js';

/** An active business issues with what it has. */
export const chosenPrices = ({
  state,
  pricesChosenAt,
  pricesIncludeTax,
}: Business): 'con' | 'sin' | undefined =>
  state === 'active' || pricesChosenAt ? (pricesIncludeTax ? 'con' : 'sin') : undefined;

/** What a form chose; adds the fault when it chose nothing. */
export function readPrices({ form }: BusinessRequest, faults: Record<string, string>): boolean {
  const word = form.text('precios');
  if (word !== 'con' && word !== 'sin')
    faults.precios = 'Elige si los precios llegan con IGV o sin IGV.';
  return word === 'con';
}
