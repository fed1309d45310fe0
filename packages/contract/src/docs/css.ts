/** The style sheet of the documentation, for light, dark, phones and print; it loads nothing. */
export const CSS = `
:root { color-scheme: light dark; --ink: #1c2330; --soft: #566072; --line: #d5dae3; --ground: #fff; --raised: #f5f7fa; --accent: #0b5cad; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6eaf2; --soft: #a3adbf; --line: #353d4d; --ground: #12161e; --raised: #1b212c; --accent: #7db8f5; }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 1rem; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif; }
a { color: var(--accent); }
a:focus-visible, summary:focus-visible, .scroll:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 1rem; top: 1rem; background: var(--ground); padding: .5rem 1rem; }
.layout { display: grid; grid-template-columns: 16rem minmax(0, 1fr); max-width: 78rem; margin: 0 auto; }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; padding: 2rem 1rem; font-size: .925rem; }
nav ul { list-style: none; margin: 0 0 1rem; padding: 0; }
nav a { display: block; padding: .2rem 0; text-decoration: none; }
nav a:hover { text-decoration: underline; }
nav p { margin: 0; color: var(--soft); font-weight: 600; }
main { padding: 2rem 1.5rem 6rem; min-width: 0; }
h1 { line-height: 1.2; margin-top: 0; }
h2 { margin-top: 4rem; border-bottom: 1px solid var(--line); padding-bottom: .3rem; }
h3 { margin-top: 3rem; }
code, pre { font: .875rem/1.5 ui-monospace, Menlo, Consolas, monospace; }
code { overflow-wrap: anywhere; }
pre { background: var(--raised); border: 1px solid var(--line); border-radius: .4rem; padding: 1rem; overflow-x: auto; }
.route { background: var(--raised); border-left: 4px solid var(--accent); padding: .6rem 1rem; margin: 1rem 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; font-size: .925rem; }
caption { text-align: left; font-weight: 600; padding: .4rem 0; }
th, td { text-align: left; vertical-align: top; padding: .45rem .75rem .45rem 0; border-bottom: 1px solid var(--line); }
th { color: var(--soft); }
td:first-child { white-space: nowrap; }
.must { color: var(--soft); font-size: .8rem; display: block; }
details { border: 1px solid var(--line); border-radius: .4rem; margin: 1rem 0; padding: 0 1rem; }
summary { cursor: pointer; padding: .6rem 0; font-weight: 600; }
@media (max-width: 50rem) { .layout { display: block; } nav { position: static; max-height: none; padding-bottom: 0; } }
@media print { nav, .skip { display: none; } .layout { display: block; } pre { white-space: pre-wrap; } }
`;
