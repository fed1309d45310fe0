/**
 * The structure of a document for screen readers (PDF/UA): elements in reading order, each with the
 * marked content that shows it. Content outside of any element is decoration.
 */
import type { PdfFile, Ref } from '../file/pdfFile.js';
import type { PageContent } from './content.js';
import { byTag, type Element, type Figure, type Tag, writeTree } from './structureTree.js';

/** A part that draws itself at a place. */
interface Part {
  draw(x: number, y: number): void;
}

export interface Structure {
  /** Draws a part of the current element as an element of its own. */
  inside(tag: Tag, part: Part, x: number, y: number): void;
  /** Begins a row of a table, each of whose cells has one line of text or none. */
  beginRow(cells: number): void;
  /** Writes the operators before the text of a cell. */
  markCell(cell: number): void;
  endRow(): void;
  /** Draws decoration, such as what each page repeats. */
  outside(draw: () => void): void;
  /**
   * Writes the operators before a text or a figure of the current element. The texts of consecutive
   * elements share one text object; each text of a decoration has its own.
   */
  mark(figure?: Figure): void;
  /** Writes the operators before a decoration. */
  decorate(): void;
  /** Writes the operators at the end of a page. */
  endPage(): void;
  /** Writes the elements; returns the entry of the catalogue. */
  finish(file: PdfFile, pages: readonly Ref[]): Ref;
}

const LEAVES: ReadonlySet<Tag> = new Set(['H1', 'H2', 'P', 'TH', 'TD', 'Figure']);

/** The beginning of marked content, by tag, up to its number. */
const BEGIN = byTag((tag) => `/${tag}<</MCID `);

const created = (tag: Tag, parent?: Element): Element => ({
  tag,
  parent,
  leaf: LEAVES.has(tag),
  shown: false,
  page: 0,
  first: 0,
  marks: 0,
  cells: 0,
  filled: 0,
  figure: undefined,
  object: 0,
  firstKid: undefined,
  nextKid: undefined,
});

type Operators = Pick<PageContent, 'text' | 'number' | 'beginText' | 'endText'>;

/** @param content where the operators are written */
export function createStructure(content: Operators): Structure {
  const root = created('Document');
  /** In reading order, each element before the ones inside it. */
  const elements = [root];
  let current: Element | undefined = root;
  const { owners, begin, markCell, decorate, endPage } = createMarks(content);

  const added = (tag: Tag, parent: Element): Element => append(elements, created(tag, parent));
  return {
    decorate,
    endPage,
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
      // a cell without text is a cell, too
      if (tag === 'TD') show(current);
      part.draw(x, y);
      current = outer;
    },
    beginRow(cells) {
      if (!current) return;
      current = added('TR', current);
      current.cells = cells;
      show(current);
    },
    markCell(cell) {
      if (current) markCell(current, cell);
      else decorate();
    },
    endRow() {
      current = current?.parent;
    },
    mark(figure) {
      if (!current) return decorate();
      const element = current.leaf ? current : added(figure ? 'Figure' : 'P', current);
      if (figure) element.figure = figure;
      begin(element);
    },
    finish: (file, pages) => writeTree(file, pages, elements.filter(isShown), owners),
  };
}

/**
 * Tracks the marked contents of the pages in sequence: each belongs to an element or a decoration.
 */
function createMarks(content: Operators) {
  /** The elements with marks, by page, in the order of their marks. */
  const owners: Element[][] = [[]];
  /** The number of marks on the page. */
  let marks = 0;
  let open: Element | 'decoration' | undefined;
  const end = () => void (open && content.text('EMC\n'));
  const marked = (element: Element, tag: Tag) => {
    if (element.marks++ === 0) {
      element.page = owners.length - 1;
      element.first = marks;
      owners.at(-1)?.push(element);
      show(element);
    }
    open = element;
    content.text(BEGIN[tag]);
    content.number(marks++);
    content.text('>>BDC\n');
  };
  return {
    owners,
    begin(element: Element): void {
      if (element === open) return;
      end();
      if (element.figure) content.endText();
      else content.beginText();
      marked(element, element.tag);
    },
    markCell(row: Element, cell: number): void {
      end();
      content.beginText();
      row.filled |= 1 << cell;
      marked(row, 'TD');
    },
    decorate(): void {
      if (open === 'decoration') return;
      end();
      content.endText();
      open = 'decoration';
      content.text('/Artifact BMC\n');
    },
    endPage(): void {
      end();
      content.endText();
      open = undefined;
      owners.push([]);
      marks = 0;
    },
  };
}

function append(elements: Element[], element: Element): Element {
  elements.push(element);
  return element;
}

const isShown = ({ shown }: Element): boolean => shown;

function show(element: Element): void {
  for (let at: Element | undefined = element; at && !at.shown; at = at.parent) at.shown = true;
}
