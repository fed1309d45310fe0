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
  /** Whether it holds text, and no other elements. */
  leaf: boolean;
  /** Whether it is written: it has marks, is a cell, or holds such an element. */
  shown: boolean;
  /** The marks of a leaf follow one another on one page: pages end between leaves. */
  page: number;
  first: number;
  marks: number;
  figure: Figure | undefined;
  /** The reference of the element and those of the elements in it, once they are numbered. */
  ref: Ref;
  kids: string;
}

/** What a figure shows, and its place on the page in points from the lower left. */
interface Figure {
  alt: string;
  box: readonly number[];
}

/** What draws itself at a place. */
interface Part {
  draw(x: number, y: number): void;
}

export interface Structure {
  /** Draws what is a part of the current element, in an element of its own. */
  inside(tag: Tag, part: Part, x: number, y: number): void;
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

const LEAVES: ReadonlySet<Tag> = new Set(['H1', 'H2', 'P', 'TH', 'TD', 'Figure']);

const created = (tag: Tag, parent?: Element): Element => ({
  tag,
  parent,
  leaf: LEAVES.has(tag),
  shown: false,
  page: 0,
  first: 0,
  marks: 0,
  figure: undefined,
  ref: '',
  kids: '',
});

export function createStructure(): Structure {
  const root = created('Document');
  /** In reading order, each before those in it. */
  const elements = [root];
  let current: Element | undefined = root;
  let open: Element | 'decoration' | undefined;
  let [page, marks] = [0, 0];

  const added = (tag: Tag, parent: Element): Element => {
    const element = created(tag, parent);
    elements.push(element);
    return element;
  };
  const begin = (next: Element | 'decoration', operator: string): string => {
    const begun = open ? `EMC\n${operator}` : operator;
    open = next;
    return begun;
  };
  const decorate = () => (open === 'decoration' ? '' : begin('decoration', '/Artifact BMC'));
  const marked = (element: Element): string => {
    if (element === open) return '';
    if (element.marks++ === 0) {
      element.page = page;
      element.first = marks;
    }
    show(element);
    return begin(element, `/${element.tag} <</MCID ${marks++}>> BDC`);
  };

  return {
    outside(draw) {
      const before = current;
      current = undefined;
      draw();
      current = before;
    },
    inside(tag, part, x, y) {
      const outer = current;
      if (!outer || outer.leaf) return part.draw(x, y);
      current = added(tag, outer);
      // a cell without text still counts as one
      if (tag === 'TD') show(current);
      part.draw(x, y);
      current = outer;
    },
    mark(figure) {
      if (!current) return decorate();
      const element = current.leaf ? current : added(figure ? 'Figure' : 'P', current);
      if (figure) element.figure = figure;
      return marked(element);
    },
    decorate,
    endPage() {
      const end = open ? 'EMC' : '';
      open = undefined;
      [page, marks] = [page + 1, 0];
      return end;
    },
    finish: (file, pages) =>
      written(
        file,
        pages,
        elements.filter(({ shown }) => shown),
      ),
  };
}

function show(element: Element): void {
  for (let at: Element | undefined = element; at && !at.shown; at = at.parent) at.shown = true;
}

/** Writes all elements, and by page and mark the element that has it. */
function written(file: PdfFile, pages: readonly Ref[], elements: readonly Element[]): Ref {
  const tree = file.reserve();
  const last = file.pack((first) => {
    const owners = pages.map(() => '');
    elements.forEach((element, at) => {
      element.ref = `${first + at} 0 R`;
      if (element.parent) element.parent.kids += `${element.ref} `;
      for (let mark = 0; mark < element.marks; mark++) owners[element.page] += `${element.ref} `;
    });
    const objects = elements.map((element) => elementOf(element, tree, pages));
    objects.push(`<</Nums [${owners.map((own, page) => `${page} [${own}]`).join(' ')}]>>`);
    return objects;
  });
  const entries = { Type: '/StructTreeRoot', K: elements[0]?.ref, ParentTree: last };
  file.write(tree, dictionary({ ...entries, ParentTreeNextKey: pages.length }));
  return tree;
}

function elementOf(element: Element, tree: Ref, pages: readonly Ref[]): string {
  const { tag, parent, page, marks, kids, figure } = element;
  const place = `<</S/${tag}/P ${parent?.ref ?? tree}`;
  const attributes = attributesOf(tag, figure);
  if (marks === 0) return `${place}${kids && `/K[${kids}]`}${attributes}>>`;
  return `${place}/Pg ${pages[page]}/K[${marksOf(element)}]${attributes}>>`;
}

function marksOf({ first, marks }: Element): string {
  let all = `${first}`;
  for (let mark = first + 1; mark < first + marks; mark++) all += ` ${mark}`;
  return all;
}

function attributesOf(tag: Tag, figure: Figure | undefined): string {
  if (tag === 'TH') return '/A<</O/Table/Scope/Column>>';
  if (!figure) return '';
  const box = figure.box.map(number).join(' ');
  return `/A<</O/Layout/Placement/Block/BBox[${box}]>>/Alt ${text(figure.alt)}`;
}
