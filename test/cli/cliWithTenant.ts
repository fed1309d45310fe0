/** The fixture of CLI tests: an API, a business that may issue, and a CLI with its credentials. */
import { type ApiWithTenant, apiWithTenant } from '../support/apiWithTenant.js';
import { aHome, apiSettings, type Run, rafagaIn, saleFileIn } from '../support/cli.js';
import { aReference } from '../support/saleBody.js';

export interface CliWithTenant {
  /** Filled before the first test runs. */
  fixture: ApiWithTenant;
  home: string;
  rafaga(...words: string[]): Promise<Run>;
  saleFile: ReturnType<typeof saleFileIn>;
  /** Issues a document that no worker has claimed yet. */
  issued(): Promise<{ id: number; reference: string }>;
}

export function cliWithTenant(): CliWithTenant {
  const fixture = apiWithTenant();
  const home = aHome();
  const saleFile = saleFileIn(home);
  const rafaga = (...words: string[]) =>
    rafagaIn(home, apiSettings(fixture.api, fixture.tenant))(...words);
  async function issued() {
    const reference = aReference();
    const { json } = await rafaga('emitir', saleFile(), '--referencia', reference, '--json');
    return { id: json.datos.id, reference };
  }
  return { fixture, home, rafaga, saleFile, issued };
}
