/** Explains each refusal; the Link header of a refusal leads to its anchor. */
import { Refusal, refusalBody } from '../refusal.js';
import { REFUSALS, type Reason } from '../refusals.js';
import { codeBlock } from './code/tabs.js';
import { type Html, html } from './html.js';
import { REFUSAL_HELP } from './refusalHelp.js';
import { prose } from './table.js';

const REQUEST_ID = '7b6c1f2e-4f0a-4a52-9d2f-0c9a1f6f7a10';

export function errorSections(): Html {
  const example = refusalBody(new Refusal('document_unknown'), REQUEST_ID);
  return html`<p>${prose(
    'Todo error responde así. `mensaje` puede mejorar con el tiempo; `codigo` no cambia. La ' +
      'cabecera `Link` (`rel="help"`) lleva a su explicación en esta página, y con ' +
      '`solicitud_id` soporte encuentra tu petición.',
  )}</p>
${codeBlock(JSON.stringify(example, null, 2), 'JSON')}
${(Object.keys(REFUSALS) as Reason[]).map(errorArticle)}`;
}

function errorArticle(reason: Reason): Html {
  const { status, codigo, mensaje } = REFUSALS[reason];
  const { cause, example, cure } = REFUSAL_HELP[reason];
  return html`<article id="codigo-${codigo}" aria-label="${codigo}">
<h3><code>${codigo}</code> <span class="status">${status}</span></h3>
<p>${mensaje}</p>
<dl class="help"><dt>Causa</dt><dd>${prose(cause)}</dd>
<dt>Ejemplo</dt><dd>${prose(example)}</dd>
<dt>Qué hacer</dt><dd>${prose(cure)}</dd></dl>
</article>`;
}
