/**
 * The structure of a document for readers that speak it (PDF/UA): elements in reading order, each
 * with the marked content that shows it. What is not in an element is decoration.
 */
import type { PdfFile, Ref } from '../file/pdfFile.js';
import { dictionary, text } from '../file/values.js';
import { number } from './operators.js';

export type Tag = 'Document' | 'H1' | 'H2' | 'P' | 'Table' | 'TR' | 'TH' | 'TD' | 'Figure';

interface Element {
  tag: Tag;
  parent: Element | undefined;
  kids: (Element | { page: number; mark: number })[];
  figure?: Figure;
}

/** What a figure shows, and its place on the page in points from the lower left. */
interface Figure {
  alt: string;
  box: readonly number[];
}

export interface Structure {
  /** Draws what is a part of the current element, in an element of its own. */
  inside(tag: Tag, draw: () => void): void;
  /** Draws what is no part of the document: what each page repeats. */
  outside(draw: () => void): void;
  /** The operators before a text, or a figure, of the current element. */
  mark(figure?: Figure): string;
  /** The operators before a decoration. */
  decorate(): string;
  /** The operators at the end of a page. */
  endPage(): string;
  /** Writes the elements; returns the entry of the catalogue. */
  finish(file: PdfFile, pages: readonly Ref[]): Ref;
}

/** These hold text, and no other elements. */
const LEAVES: readonly Tag[] = ['H1', 'H2', 'P', 'TH', 'TD', 'Figure'];

export function createStructure(): Structure {
  const root: Element = { tag: 'Document', parent: undefined, kids: [] };
  /** By page and mark: the element that has it. */
  const owners: Element[][] = [[]];
  let current: Element | undefined = root;
  let open: Element | 'decoration' | undefined;

  const added = (tag: Tag, parent: Element): Element => {
    const element: Element = { tag, parent, kids: [] };
    parent.kids.push(element);
    return element;
  };
  const within = (element: Element | undefined, draw: () => void) => {
    const before = current;
    current = element;
    draw();
    current = before;
  };
  const begin = (next: Element | 'decoration', operator: () => string): string => {
    if (next === open) return '';
    const end = open ? 'EMC\n' : '';
    open = next;
    return end + operator();
  };
  const decorate = () => begin('decoration', () => '/Artifact BMC');
  const marked = (element: Element) =>
    begin(element, () => {
      const page = owners.length - 1;
      const mark = (owners[page] as Element[]).push(element) - 1;
      element.kids.push({ page, mark });
      return `/${element.tag} <</MCID ${mark}>> BDC`;
    });

  return {
    outside: (draw) => within(undefined, draw),
    inside(tag, draw) {
      if (!current || LEAVES.includes(current.tag)) draw();
      else within(added(tag, current), draw);
    },
    mark(figure) {
      if (!current) return decorate();
      if (!figure) return marked(LEAVES.includes(current.tag) ? current : added('P', current));
      const element = LEAVES.includes(current.tag) ? current : added('Figure', current);
      element.figure = figure;
      return marked(element);
    },
    decorate,
    endPage() {
      const end = open ? 'EMC' : '';
      open = undefined;
      owners.push([]);
      return end;
    },
    finish: (file, pages) => written(file, pages, root, owners),
  };
}

function written(
  file: PdfFile,
  pages: readonly Ref[],
  root: Element,
  owners: readonly Element[][],
): Ref {
  const tree = file.reserve();
  const refs = new Map<Element, Ref>();
  const write = (element: Element, parent: Ref): Ref => {
    const ref = file.reserve();
    refs.set(element, ref);
    file.pack(
      ref,
      elementOf(element, parent, pages, (kid) => write(kid, ref)),
    );
    return ref;
  };
  const whole = write(root, tree);
  const nums = pages.map((_, page) => {
    const own = (owners[page] ?? []).map((element) => refs.get(element));
    return `${page} [${own.join(' ')}]`;
  });
  const parents = file.reserve();
  file.pack(parents, `<< /Nums [${nums.join(' ')}] >>`);
  file.write(
    tree,
    dictionary({
      Type: '/StructTreeRoot',
      K: whole,
      ParentTree: parents,
      ParentTreeNextKey: pages.length,
    }),
  );
  return tree;
}

function elementOf(
  { tag, kids, figure }: Element,
  parent: Ref,
  pages: readonly Ref[],
  write: (kid: Element) => Ref,
): string {
  const first = kids.find((kid) => 'mark' in kid);
  const page = first && 'mark' in first ? first.page : undefined;
  const shown = kids.filter(isShown).map((kid) => {
    if ('tag' in kid) return write(kid);
    return kid.page === page
      ? `${kid.mark}`
      : `<</Type /MCR /Pg ${pages[kid.page]} /MCID ${kid.mark}>>`;
  });
  return dictionary({
    S: `/${tag}`,
    P: parent,
    Pg: page === undefined ? undefined : pages[page],
    K: shown.length === 0 ? undefined : shown,
    A: attributesOf(tag, figure),
    Alt: figure && text(figure.alt),
  });
}

/** A cell without text still counts as one. */
const isShown = (kid: Element['kids'][number]): boolean =>
  !('tag' in kid) || kid.tag === 'TD' || kid.kids.some(isShown);

function attributesOf(tag: Tag, figure: Figure | undefined): string | undefined {
  if (tag === 'TH') return '<</O /Table /Scope /Column>>';
  if (!figure) return undefined;
  return `<</O /Layout /Placement /Block /BBox [${figure.box.map(number).join(' ')}]>>`;
}
