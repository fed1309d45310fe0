/** A section for each sample sale, in every language. */
import type { DateText } from '@rafaga/fiscal';
import { PATHS } from '../documentLink.js';
import { type Sample, sampleKey } from '../samples/sample.js';
import { SAMPLES } from '../samples/samples.js';
import { inEveryLanguage } from './code/tabs.js';
import { type Html, html } from './html.js';

/** The first sample is the one of the guide. */
const SHOWN = SAMPLES.slice(1);

const anchorOf = ({ id }: Sample): string => `venta-${id}`;

export const saleLinks = (): [anchor: string, label: string][] =>
  SHOWN.map((sample) => [anchorOf(sample), sample.title]);

export const saleSections = (today: DateText): Html[] =>
  SHOWN.map((sample) => {
    const { kind, title, about, body } = sample;
    const sale = { body: body(today), key: sampleKey(sample, today) };
    return html`<section aria-labelledby="${anchorOf(sample)}">
<h3 id="${anchorOf(sample)}">${title}</h3>
<p>${about}</p>
${inEveryLanguage({ path: `/${PATHS[kind]}`, sale })}
</section>`;
  });
