/** A4 pages that fill from the top: paragraphs and tables, each with its element in the structure for screen readers. */
import { once } from 'node:events';
import { drawable } from './pdf-drawable.ts';
import { type Face, loadFonts } from './pdf-fonts.ts';

declare global {
  namespace PDFKit.Mixins {
    /** pdfkit supports this option; its types do not declare it yet. */
    interface StructureElementOptions {
      scope?: 'Row' | 'Column';
    }
  }
}

interface Style {
  readonly face: Face;
  /** Points. */
  readonly size: number;
  readonly color?: 'quiet';
}

interface Cell {
  readonly text: string;
  readonly style: Style;
  readonly headingOf?: 'Row' | 'Column';
  readonly isFlushRight?: boolean;
}

type DrawRow = (cells: readonly Cell[], options?: { readonly isRepeated?: boolean; readonly isContinued?: boolean }) => void;

export interface Sheet {
  gap(points: number): void;
  /** Begins the next page when less room than this is left. */
  keepTogether(points: number): void;
  paragraph(tag: 'H1' | 'H2' | 'H3' | 'P', text: string, style: Style): void;
  /**
   * A row is not split between pages. A row with `isRepeated` is repeated at the top of each further page. No rule stands below a row with
   * `isContinued`: the next row is another line of it.
   */
  table(widths: readonly number[], draw: (row: DrawRow) => void | Promise<void>): Promise<void>;
  attach(bytes: Buffer, file: { readonly name: string; readonly type: string; readonly description: string }): void;
  /** `footer`: the texts at the left and right end of every page. */
  end(footer: (page: number, pages: number) => readonly [string, string]): Promise<Buffer>;
}

const MARGIN = 56;
const BOTTOM = 842 - 62;
const FOOTER_AT = 842 - 42;
const CELL_PADDING = 3;
const COLUMN_GAP = 8;
const INK = '#13211f';
const QUIET = '#586662';
const RULE = '#d9e0de';
const FOOTER: Style = { face: 'regular', size: 7, color: 'quiet' };

interface SheetOptions {
  readonly language: string;
  readonly title: string;
  readonly author: string;
  readonly madeAt: Date;
  readonly width: number;
}

export async function openSheet({ language, title, author, madeAt, width }: SheetOptions): Promise<Sheet> {
  // The library has megabytes of code, which a server loads only when it creates a PDF.
  const { default: PdfDocument } = await import('pdfkit');
  const info = { Title: title, Author: author, Creator: 'Portico', CreationDate: madeAt, ModDate: madeAt };
  const doc = new PdfDocument({
    size: 'A4',
    margin: 0,
    lang: language,
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    bufferPages: true,
    info,
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  for (const [face, font] of Object.entries(loadFonts())) doc.registerFont(face, font);
  const root = doc.struct('Document');
  doc.addStructure(root);
  let y = MARGIN;

  function use({ face, size, color }: Style): void {
    doc
      .font(face)
      .fontSize(size)
      .fillColor(color === 'quiet' ? QUIET : INK);
  }

  function newPage(): void {
    doc.addPage();
    y = MARGIN;
  }

  /** Returns lines no wider than `room`; a wider word is broken. */
  function toLines(text: string, style: Style, room: number): readonly string[] {
    use(style);
    const lines: string[] = [];
    let line = '';
    for (const word of drawable(text).split(' ')) {
      let rest = line === '' ? word : `${line} ${word}`;
      if (line !== '' && doc.widthOfString(rest) > room) {
        lines.push(line);
        rest = word;
      }
      while (doc.widthOfString(rest) > room) {
        const fitting = longestFitting(rest, room);
        lines.push(rest.slice(0, fitting));
        rest = rest.slice(fitting);
      }
      line = rest;
    }
    return [...lines, line];
  }

  function longestFitting(word: string, room: number): number {
    let length = 1;
    while (length < word.length && doc.widthOfString(word.slice(0, length + 1)) <= room) length += 1;
    // Never between the two halves of a surrogate pair.
    return length > 1 && /[\uD800-\uDBFF]/.test(word.charAt(length - 1)) ? length - 1 : length;
  }

  function drawLines(lines: readonly string[], style: Style, at: { x: number; y: number; room: number; isFlushRight?: boolean | undefined }): void {
    use(style);
    const step = style.size * 1.3;
    for (const [index, line] of lines.entries()) {
      const x = at.isFlushRight === true ? at.x + at.room - doc.widthOfString(line) : at.x;
      doc.text(line, x, at.y + index * step, { lineBreak: false });
    }
  }

  function heightOf(lines: readonly string[], { size }: Style): number {
    return lines.length * size * 1.3;
  }

  function asArtifact(draw: () => void): void {
    doc.markContent('Artifact');
    draw();
    doc.endMarkedContent();
  }

  function drawRow(parent: PDFKit.PDFStructureElement, widths: readonly number[], cells: readonly Cell[], isContinued = false): void {
    const columns = cells.map((cell, index) => {
      const isLast = index === cells.length - 1;
      const room = (widths[index] ?? 0) - (isLast ? 0 : COLUMN_GAP);
      return { ...cell, room, lines: toLines(cell.text, cell.style, room) };
    });
    const height = Math.max(...columns.map(({ lines, style }) => heightOf(lines, style))) + 2 * CELL_PADDING;
    if (y + height > BOTTOM) newPage();
    const row = doc.struct('TR');
    parent.add(row);
    let x = MARGIN;
    for (const [index, { lines, style, room, headingOf, isFlushRight }] of columns.entries()) {
      const cell = headingOf === undefined ? doc.struct('TD') : doc.struct('TH', { scope: headingOf });
      row.add(cell);
      const top = y;
      const left = x;
      cell.add(() => drawLines(lines, style, { x: left, y: top + CELL_PADDING, room, isFlushRight }));
      x += widths[index] ?? 0;
    }
    y += height;
    if (isContinued) return;
    asArtifact(() =>
      doc
        .moveTo(MARGIN, y)
        .lineTo(MARGIN + width, y)
        .lineWidth(0.4)
        .strokeColor(RULE)
        .stroke(),
    );
  }

  return {
    gap(points) {
      y += points;
    },
    keepTogether(points) {
      if (y + points > BOTTOM) newPage();
    },
    paragraph(tag, text, style) {
      const lines = toLines(text, style, width);
      if (y + heightOf(lines, style) > BOTTOM) newPage();
      const element = doc.struct(tag);
      root.add(element);
      element.add(() => drawLines(lines, style, { x: MARGIN, y, room: width }));
      y += heightOf(lines, style);
    },
    async table(widths, draw) {
      const table = doc.struct('Table');
      root.add(table);
      let repeated: readonly Cell[] | undefined;
      await draw((cells, { isRepeated = false, isContinued = false } = {}) => {
        if (isRepeated) repeated = cells;
        else if (repeated !== undefined && y + 40 > BOTTOM) {
          newPage();
          drawRow(table, widths, repeated);
        }
        drawRow(table, widths, cells, isContinued);
      });
    },
    attach(bytes, { name, type, description }) {
      doc.file(bytes, { name, type, description, creationDate: madeAt, modifiedDate: madeAt });
    },
    async end(footer) {
      root.end();
      const { count } = doc.bufferedPageRange();
      for (let page = 0; page < count; page += 1) {
        doc.switchToPage(page);
        const [left, right] = footer(page + 1, count);
        asArtifact(() => {
          drawLines(toLines(left, FOOTER, width - 60).slice(0, 1), FOOTER, { x: MARGIN, y: FOOTER_AT, room: width - 60 });
          drawLines([right], FOOTER, { x: MARGIN, y: FOOTER_AT, room: width, isFlushRight: true });
        });
      }
      const ended = once(doc, 'end');
      doc.end();
      await ended;
      return Buffer.concat(chunks);
    },
  };
}
