/**
 * A browser without scripts: it keeps its cookie, follows redirects, and sends the forms of the
 * page that it has open.
 */
import { DOMParser, type Document, type Element, type Node } from '@xmldom/xmldom';

export interface Sent {
  /** Which form, by a part of its action; the only one of <main> when left out. */
  action?: string;
  /** The name and value of the button that is pressed. */
  button?: [string, string];
}

export class Browser {
  /** Of the session. */
  cookie = '';
  /** Of the browser itself: it outlives the session. */
  device = '';
  /** After a change, until it expires. */
  change = { cookie: '', until: 0 };
  status = 0;
  html = '';
  path = '';
  headers = new Headers();
  private parsed?: { html: string; document: Document };

  constructor(readonly url: string) {}

  /** Opens a page and follows its redirects. */
  async open(path: string, init: RequestInit = {}): Promise<this> {
    let next: string = path;
    let request = init;
    for (let hops = 0; hops < 8; hops++) {
      const answer = await this.fetch(next, request);
      this.status = answer.status;
      this.path = next;
      this.headers = answer.headers;
      this.html = await answer.text();
      const location = answer.headers.get('location');
      if (answer.status !== 303 || !location) return this;
      next = location;
      request = {};
    }
    throw new Error(`too many redirects from ${path}`);
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const change = this.change.until > Date.now() ? this.change.cookie : '';
    const cookies = [this.cookie, this.device, change].filter(Boolean);
    const headers = {
      ...(cookies.length > 0 ? { Cookie: cookies.join('; ') } : {}),
      'Sec-Fetch-Site': 'same-origin',
      ...(init.headers as object),
    };
    const answer = await fetch(new URL(path, this.url), { redirect: 'manual', ...init, headers });
    for (const set of answer.headers.getSetCookie()) this.keep(set);
    return answer;
  }

  private keep(set: string): void {
    const value = /Max-Age=0/.test(set) ? '' : (set.split(';')[0] ?? '');
    const [, seconds] = /Max-Age=(\d+)/.exec(set) ?? [];
    if (/^[\w-]*rafaga_cambio=/.test(set))
      this.change = { cookie: value, until: Date.now() + Number(seconds) * 1_000 };
    else if (/^[\w-]*rafaga_equipo=/.test(set)) this.device = value;
    else this.cookie = value;
  }

  /** Parsed once a page: the parser takes longer than the panel. */
  get document(): Document {
    if (this.parsed?.html !== this.html)
      this.parsed = { html: this.html, document: documentOf(this.html) };
    return this.parsed.document;
  }

  all(tag: string): Element[] {
    return [...(this.document.getElementsByTagName(tag) as unknown as Iterable<Element>)];
  }

  /** The text of the page without tags. */
  get text(): string {
    const main = this.all('main')[0];
    return (main?.textContent ?? this.html).replace(/\s+/g, ' ').trim();
  }

  get title(): string {
    return this.all('title')[0]?.textContent ?? '';
  }

  /** Whether the field of this name is in a section that is closed. */
  hides(name: string): boolean {
    const field = this.document.getElementById(name);
    if (!field) throw new Error(`no field ${name} on ${this.path}`);
    for (let at: Node | null = field; at; at = at.parentNode)
      if (at.nodeName === 'details' && !(at as Element).hasAttribute('open')) return true;
    return false;
  }

  get links(): string[] {
    return this.all('a').map((link) => link.getAttribute('href') ?? '');
  }

  /** Sends a form of this page with these fields filled in; null leaves a box unticked. */
  async submit(
    fields: Record<string, string | Blob | null | string[]>,
    { action, button }: Sent = {},
  ): Promise<this> {
    const { path, body, method } = this.filled(fields, action);
    if (button) body.append(...button);
    const files = [...body.values()].some((value) => typeof value !== 'string');
    const query = () => new URLSearchParams([...body] as [string, string][]);
    if (method === 'get') return this.open(`${path}?${query()}`);
    return this.open(path, {
      method: 'POST',
      body: files ? body : query(),
      headers: { Referer: new URL(this.path, this.url).href },
    });
  }

  private filled(fields: Record<string, string | Blob | null | string[]>, action?: string) {
    const main = this.all('main')[0];
    const inMain = [
      ...((main?.getElementsByTagName('form') ?? []) as unknown as Iterable<Element>),
    ];
    const forms =
      action === undefined
        ? inMain.filter((form) => form.getAttribute('method') === 'post')
        : this.all('form');
    const form = forms.find(
      (each) => action === undefined || (each.getAttribute('action') ?? '').includes(action),
    );
    if (!form)
      throw new Error(`no form ${action ?? ''} on ${this.path}: ${this.text.slice(0, 300)}`);
    const body = new FormData();
    for (const [name, value] of defaults(form)) if (!(name in fields)) body.append(name, value);
    for (const [name, value] of Object.entries(fields)) {
      if (value === null) continue;
      for (const each of Array.isArray(value) ? value : [value]) body.append(name, each);
    }
    const path = form.getAttribute('action') ?? this.path;
    return { path, body, method: form.getAttribute('method') };
  }
}

function documentOf(page: string): Document {
  // void elements are closed, because the parser expects XML
  const closed = page
    .replace(/^<!doctype html>/i, '')
    .replace(/<(input|meta|link|br|hr|img)\b([^>]*?)\/?>/g, '<$1$2/>')
    .replace(/<[a-z][^>]*>/g, (tag) =>
      tag.replace(/ ([a-zA-Z-]+)(="[^"]*")?/g, (_, name, value) => ` ${name}${value ?? '=""'}`),
    );
  return new DOMParser({ onError: () => undefined }).parseFromString(closed, 'text/html');
}

/** The fields that a browser sends of an untouched form. */
function defaults(form: Element): [string, string][] {
  const found: [string, string][] = [];
  const each = (tag: string) => [
    ...(form.getElementsByTagName(tag) as unknown as Iterable<Element>),
  ];
  for (const input of each('input')) {
    const type = input.getAttribute('type') ?? 'text';
    const ticked = !/^(checkbox|radio)$/.test(type) || input.hasAttribute('checked');
    if (ticked && type !== 'file')
      found.push([input.getAttribute('name') ?? '', input.getAttribute('value') ?? '']);
  }
  for (const area of each('textarea'))
    found.push([area.getAttribute('name') ?? '', area.textContent ?? '']);
  for (const select of each('select')) {
    const options = [...(select.getElementsByTagName('option') as unknown as Iterable<Element>)];
    const chosen = options.find((option) => option.hasAttribute('selected')) ?? options[0];
    found.push([select.getAttribute('name') ?? '', chosen?.getAttribute('value') ?? '']);
  }
  return found.filter(([name]) => name !== '');
}
