/** The style sheet of the documentation, for light, dark, phones and print; it loads nothing. */
import { LANGUAGE_CSS } from './code/tabs.js';

export const CSS = `
:root { color-scheme: light dark; --ink: #1c2330; --soft: #566072; --line: #d5dae3;
  --ground: #fff; --raised: #f5f7fa; --accent: #0b5cad; --good: #1a6b3c; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6eaf2; --soft: #a3adbf; --line: #353d4d; --ground: #12161e; --raised: #1b212c;
    --accent: #7db8f5; --good: #7fd1a1; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 4.5rem; }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 1rem/1.6 system-ui, sans-serif; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 1rem; top: 1rem; z-index: 2; background: var(--ground); padding: .5rem 1rem; }
.layout { display: grid; grid-template-columns: 17rem minmax(0, 1fr); max-width: 80rem;
  margin: 0 auto; }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto;
  padding: 2rem 1rem; font-size: .925rem; }
nav ul { list-style: none; margin: 0 0 1rem; padding: 0; }
nav a { display: block; padding: .2rem 0; text-decoration: none; }
nav a:hover { text-decoration: underline; }
nav p { margin: 0; color: var(--soft); font-weight: 600; }
.fold { display: none; }
main { padding: 2rem 1.5rem 6rem; min-width: 0; }
h1 { line-height: 1.2; margin: 0 0 .5rem; }
h2 { margin-top: 4rem; border-bottom: 1px solid var(--line); padding-bottom: .3rem; }
h3 { margin-top: 2.5rem; }
h2, h3, h4 { line-height: 1.3; overflow-wrap: anywhere; }
.lead { font-size: 1.125rem; color: var(--soft); margin-top: 0; }
code, pre { font: .875rem/1.5 ui-monospace, Menlo, Consolas, monospace; }
code { overflow-wrap: anywhere; }
pre { background: var(--raised); border: 1px solid var(--line); border-radius: .4rem;
  padding: 1rem; overflow-x: auto; margin: 1rem 0; }
pre code { overflow-wrap: normal; }
.languages { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 0 1.25rem;
  margin: 1.5rem 0; padding: .6rem 0; background: var(--ground); border: 0;
  border-bottom: 1px solid var(--line); }
.languages legend { float: left; margin-right: 1.25rem; padding: 0; color: var(--soft); }
.languages label { display: inline-flex; align-items: center; gap: .35rem; min-height: 1.75rem; }
.languages input { margin: 0; accent-color: var(--accent); width: 1.1rem; height: 1.1rem; }
.code figure { margin: 1rem 0; }
.code figure pre { margin: 0; }
.code figcaption { color: var(--soft); font-size: .8rem; font-weight: 600; }
${LANGUAGE_CSS}
.route { background: var(--raised); border-left: 4px solid var(--accent); padding: .6rem 1rem;
  margin: 1rem 0; }
.status { display: inline-block; border: 1px solid var(--line); border-radius: 1rem;
  padding: 0 .6rem; font-size: .8rem; color: var(--soft); }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; font-size: .925rem; }
caption { text-align: left; font-weight: 600; padding: .4rem 0; }
th, td { text-align: left; vertical-align: top; padding: .45rem .75rem .45rem 0;
  border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
thead th { color: var(--soft); overflow-wrap: normal; }
tbody th { font-weight: inherit; }
th:first-child code { white-space: nowrap; }
.must { color: var(--soft); font-size: .8rem; display: block; }
dl.help { display: grid; grid-template-columns: 6rem minmax(0, 1fr); gap: .3rem 1rem; margin: 0; }
dl.help dt { color: var(--soft); }
dl.help dd { margin: 0; }
.search { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
.search label { width: 100%; }
.search input, .search button { font: inherit; min-height: 2.5rem; padding: 0 .75rem;
  color: inherit; background: var(--raised); border: 1px solid var(--soft); border-radius: .4rem; }
.search input { flex: 1 1 12rem; min-width: 0; }
.alone { max-width: 60rem; margin: 0 auto; }
article { border-bottom: 1px solid var(--line); padding-bottom: 1rem; }
article h3 { margin: 1.2rem 0 .3rem; }
article h3 code { font-size: 1rem; font-weight: 600; }
article p { margin: .3rem 0 .6rem; }
article:target, tr:target { background: color-mix(in srgb, var(--accent) 12%, transparent); }
details { border: 1px solid var(--line); border-radius: .4rem; margin: 1rem 0; padding: 0 1rem; }
summary { cursor: pointer; padding: .6rem 0; font-weight: 600; }
@media (max-width: 50rem) {
  .layout { display: block; }
  nav { position: static; max-height: none; padding: 1rem 1.5rem 0; }
  .fold { display: flex; gap: .5rem; align-items: center; font-weight: 600; padding: .5rem 0; }
  .fold input { width: 1.25rem; height: 1.25rem; accent-color: var(--accent); }
  .fold ~ * { display: none; }
  .fold:has(:checked) ~ * { display: block; }
  main { padding: 1rem 1.5rem 4rem; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: .75rem; }
  .languages { gap: 0 .5rem; font-size: .8125rem; }
  .languages legend { position: absolute; left: -999px; }
  .languages label { gap: .2rem; }
  .languages input { width: 1rem; height: 1rem; }
  thead { position: absolute; left: -999px; }
  table, caption, tbody, tr, th, td { display: block; }
  tr { border-bottom: 1px solid var(--line); padding: .5rem 0; }
  th, td { border: 0; padding: .1rem 0; }
  dl.help { display: block; }
  dl.help dd { margin-bottom: .5rem; }
}
@media print { nav, .skip, .languages { display: none; } .layout { display: block; }
  pre { white-space: pre-wrap; } }
`;
