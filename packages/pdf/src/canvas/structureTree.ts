/** Writes the elements of a document's structure, and by page and mark the element that has it. */
import type { PackWriter, PdfFile, Ref } from '../file/pdfFile.js';
import { dictionary, text } from '../file/values.js';

export type Tag = 'Document' | 'H1' | 'H2' | 'P' | 'Table' | 'TR' | 'TH' | 'TD' | 'Figure';

export interface Element {
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
  /** The number of its object, the first element in it, and the next one beside it. */
  object: number;
  firstKid: Element | undefined;
  nextKid: Element | undefined;
}

/** What a figure shows, and its place on the page in points from the lower left. */
export interface Figure {
  alt: string;
  box: readonly number[];
}

/**
 * @param elements in reading order, each before those in it
 * @param owners by page and mark
 * @returns the entry of the catalogue
 */
export function writeTree(
  file: PdfFile,
  pages: readonly Ref[],
  elements: readonly Element[],
  owners: readonly (readonly Element[])[],
): Ref {
  const tree = file.reserve();
  const heads = pages.map((page) => `/Pg ${page}/K`);
  const last = file.pack(elements.length + 1, (objects, first) => {
    link(elements, first);
    for (const element of elements) {
      objects.next();
      writeElement(objects, element, tree, heads);
    }
    objects.next();
    writeOwners(objects, owners.slice(0, pages.length));
  });
  const entries = { Type: '/StructTreeRoot', K: `${elements[0]?.object} 0 R`, ParentTree: last };
  file.write(tree, dictionary({ ...entries, ParentTreeNextKey: pages.length }));
  return tree;
}

/** Numbers the elements, and chains those in one element. */
function link(elements: readonly Element[], first: number): void {
  for (let at = elements.length - 1; at >= 0; at--) {
    const element = elements[at] as Element;
    element.object = first + at;
    if (!element.parent) continue;
    element.nextKid = element.parent.firstKid;
    element.parent.firstKid = element;
  }
}

const HEAD: Readonly<Record<Tag, string>> = {
  Document: '<</S/Document/P ',
  H1: '<</S/H1/P ',
  H2: '<</S/H2/P ',
  P: '<</S/P/P ',
  Table: '<</S/Table/P ',
  TR: '<</S/TR/P ',
  TH: '<</S/TH/P ',
  TD: '<</S/TD/P ',
  Figure: '<</S/Figure/P ',
};

/** @param heads by page: the beginning of an element's marks on it */
function writeElement(to: PackWriter, element: Element, tree: Ref, heads: readonly string[]): void {
  const { tag, parent, figure } = element;
  to.text(HEAD[tag]);
  if (parent) writeRef(to, parent);
  else to.text(tree);
  if (element.marks > 0) {
    to.text(heads[element.page] as string);
    writeMarks(to, element);
  } else if (element.firstKid) {
    to.text('/K[');
    for (let kid: Element | undefined = element.firstKid; kid; kid = kid.nextKid) {
      writeRef(to, kid);
      to.text(' ');
    }
    to.text(']');
  }
  if (tag === 'TH') to.text('/A<</O/Table/Scope/Column>>');
  if (figure) writeFigure(to, figure);
  to.text('>>');
}

function writeRef(to: PackWriter, { object }: Element): void {
  to.number(object);
  to.text(' 0 R');
}

/** One mark is a number, and more are an array. */
function writeMarks(to: PackWriter, { first, marks }: Element): void {
  for (let mark = first; mark < first + marks; mark++) {
    to.text(mark === first && marks > 1 ? '[' : ' ');
    to.number(mark);
  }
  if (marks > 1) to.text(']');
}

function writeFigure(to: PackWriter, { box, alt }: Figure): void {
  to.text('/A<</O/Layout/Placement/Block/BBox[');
  box.forEach((value, i) => {
    if (i > 0) to.text(' ');
    to.number(value);
  });
  to.text(`]>>/Alt ${text(alt)}`);
}

function writeOwners(to: PackWriter, owners: readonly (readonly Element[])[]): void {
  to.text('<</Nums [');
  owners.forEach((own, page) => {
    to.text(page === 0 ? '0 [' : ` ${page} [`);
    for (const element of own) {
      writeRef(to, element);
      to.text(' ');
    }
    to.text(']');
  });
  to.text(']>>');
}
