/**
 * Writes the elements of a document's structure, and the table that leads from page and mark to the
 * element.
 */
import type { PackWriter, PdfFile, Ref } from '../file/pdfFile.js';
import { dictionary, text } from '../file/values.js';

const TAGS = ['Document', 'H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD', 'Figure'] as const;
export type Tag = (typeof TAGS)[number];

export interface Element {
  tag: Tag;
  parent: Element | undefined;
  /** Whether it holds text instead of other elements. */
  leaf: boolean;
  /** Whether it is written: it has marks, is a cell, or holds such an element. */
  shown: boolean;
  /**
   * The page of a leaf's marks, which are consecutive and on one page: pages end between leaves.
   */
  page: number;
  first: number;
  marks: number;
  /**
   * Of a row whose cells are not elements: the number of cells, and a bit for each cell with a
   * mark.
   */
  cells: number;
  filled: number;
  figure: Figure | undefined;
  /**
   * The number of its PDF object, which the objects of its cells follow; its first child element;
   * and its next sibling.
   */
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
 * @param elements in reading order, each before the ones inside it
 * @param owners by page: the elements with marks, in the order of their marks
 * @returns the entry of the catalogue
 */
export function writeTree(
  file: PdfFile,
  pages: readonly Ref[],
  elements: readonly Element[],
  owners: readonly (readonly Element[])[],
): Ref {
  const tree = file.reserve();
  const root = Number.parseInt(tree, 10);
  const marked = pages.map((page) => ` 0 R/Pg ${page}/K `);
  const last = file.pack(countOf(elements) + 1, (objects, first) => {
    link(elements, first);
    for (const element of elements) {
      objects.next();
      if (element.cells > 0) writeRow(objects, element, marked);
      else writeElement(objects, element, root, marked);
    }
    objects.next();
    writeOwners(objects, owners.slice(0, pages.length));
  });
  const entries = {
    Type: '/StructTreeRoot',
    K: `${elements[0]?.object} 0 R`,
    ParentTree: last,
    ParentTreeNextKey: pages.length,
  };
  file.write(tree, dictionary(entries));
  return tree;
}

/** The number of PDF objects that the elements and their cells need. */
function countOf(elements: readonly Element[]): number {
  let count = elements.length;
  for (const { cells } of elements) count += cells;
  return count;
}

/** Numbers the elements, and links the children of each. */
function link(elements: readonly Element[], first: number): void {
  let object = first;
  for (const element of elements) {
    element.object = object;
    object += 1 + element.cells;
  }
  for (let at = elements.length - 1; at >= 0; at--) {
    const element = elements[at] as Element;
    if (!element.parent) continue;
    element.nextKid = element.parent.firstKid;
    element.parent.firstKid = element;
  }
}

/** The beginning of an element's object, by tag, up to the number of its parent. */
const HEAD = byTag((tag) => `<</S/${tag}/P `);

export function byTag(text: (tag: Tag) => string): Readonly<Record<Tag, string>> {
  return Object.fromEntries(TAGS.map((tag) => [tag, text(tag)])) as Record<Tag, string>;
}

/**
 * @param root the object number of the tree
 * @param pages by page: the text between the number of an element's parent and its marks
 */
function writeElement(
  to: PackWriter,
  { tag, parent, page, first, marks, firstKid, figure }: Element,
  root: number,
  pages: readonly string[],
): void {
  to.text(HEAD[tag]);
  to.number(parent?.object ?? root);
  if (marks > 0) {
    to.text(pages[page] as string);
    writeMarks(to, first, marks);
  } else writeKids(to, firstKid);
  if (tag === 'TH') to.text('/A<</O/Table/Scope/Column>>');
  if (figure) writeFigure(to, figure);
  to.text('>>');
}

function writeKids(to: PackWriter, first: Element | undefined): void {
  to.text(first ? ' 0 R/K[' : ' 0 R');
  for (let kid = first; kid; kid = kid.nextKid) writeRef(to, kid.object);
  if (first) to.text(']');
}

/** One mark is written as a number, several as an array. */
function writeMarks(to: PackWriter, first: number, marks: number): void {
  if (marks > 1) to.text('[');
  for (let at = 0; at < marks; at++) {
    if (at > 0) to.text(' ');
    to.number(first + at);
  }
  if (marks > 1) to.text(']');
}

/** Writes a row, and its cells as the objects after it. */
function writeRow(
  to: PackWriter,
  { object, parent, page, first, cells, filled }: Element,
  pages: readonly string[],
): void {
  to.text(HEAD.TR);
  to.number((parent as Element).object);
  to.text(' 0 R/K[');
  for (let cell = 0; cell < cells; cell++) writeRef(to, object + 1 + cell);
  to.text(']>>');
  let mark = first;
  for (let cell = 0; cell < cells; cell++) {
    to.next();
    to.text(HEAD.TD);
    to.number(object);
    if (isFilled(filled, cell)) {
      to.text(pages[page] as string);
      to.number(mark++);
    } else to.text(' 0 R');
    to.text('>>');
  }
}

function writeRef(to: PackWriter, object: number): void {
  to.number(object);
  to.text(' 0 R ');
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
    for (const element of own) writeOwner(to, element);
    to.text(']');
  });
  to.text(']>>');
}

/** Writes the owner of each mark: the element itself or, in a row, the cell. */
function writeOwner(to: PackWriter, { object, marks, cells, filled }: Element): void {
  for (let mark = 0, cell = 0; mark < marks; mark++) {
    while (cells > 0 && !isFilled(filled, cell)) cell++;
    writeRef(to, cells > 0 ? object + 1 + cell++ : object);
  }
}

const isFilled = (filled: number, cell: number): boolean => ((filled >> cell) & 1) === 1;
