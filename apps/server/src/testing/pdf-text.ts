/** Extracts the text of a PDF that this server created, as copying in a PDF reader does: with the Unicode maps of its embedded fonts. */
import { inflateSync } from 'node:zlib';

const OBJECT = /(\d+) 0 obj\n([\s\S]*?)\nendobj/g;
const SHOWN = /\/(F\d+) [\d.]+ Tf|\[((?:<[0-9a-f]*>|[-\d.\s])+)\] TJ/g;

interface PdfObject {
  readonly dictionary: string;
  readonly stream: string | undefined;
}

/** Returns the text of each page, in the order of drawing. */
export function textOfPdf(pdf: Buffer): readonly string[] {
  const objects = readObjects(pdf);
  const maps = new Map<string, ReadonlyMap<string, string>>();
  for (const { dictionary } of objects.values()) {
    for (const [, name = '', ref = ''] of dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const toUnicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(ref)?.dictionary ?? '')?.[1];
      if (toUnicode !== undefined) maps.set(name, readMap(objects.get(toUnicode)?.stream ?? ''));
    }
  }
  const pages = [...objects.values()].filter(({ dictionary }) => /\/Type \/Page\n/.test(dictionary));
  return pages.map(({ dictionary }) => textOfPage(objects.get(/\/Contents (\d+) 0 R/.exec(dictionary)?.[1] ?? '')?.stream ?? '', maps));
}

function readObjects(pdf: Buffer): ReadonlyMap<string, PdfObject> {
  const objects = new Map<string, PdfObject>();
  for (const [, id = '', body = ''] of pdf.toString('latin1').matchAll(OBJECT)) {
    const at = body.indexOf('stream\n');
    const dictionary = at === -1 ? body : body.slice(0, at);
    const bytes = at === -1 ? undefined : Buffer.from(body.slice(at + 7), 'latin1');
    objects.set(id, {
      dictionary: `${dictionary}\n`,
      stream: bytes && (dictionary.includes('FlateDecode') ? inflate(bytes) : bytes.toString('latin1')),
    });
  }
  return objects;
}

const inflate = (bytes: Buffer): string => inflateSync(bytes, { finishFlush: 2 }).toString('latin1');

/** Glyph code in hexadecimal → its text. */
function readMap(cmap: string): ReadonlyMap<string, string> {
  const map = new Map<string, string>();
  for (const [, first = '', , list = ''] of cmap.matchAll(/<([0-9a-f]{4})> <([0-9a-f]{4})> \[([^\]]*)\]/g)) {
    for (const [index, [, units = '']] of [...list.matchAll(/<([0-9a-f ]+)>/g)].entries()) {
      const text = Buffer.from(units.replaceAll(' ', ''), 'hex').swap16().toString('utf16le');
      map.set((Number.parseInt(first, 16) + index).toString(16).padStart(4, '0'), text);
    }
  }
  return map;
}

function textOfPage(content: string, maps: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  let map: ReadonlyMap<string, string> = new Map();
  const lines: string[] = [];
  for (const [, font, shown] of content.matchAll(SHOWN)) {
    if (font !== undefined) map = maps.get(font) ?? map;
    else lines.push([...(shown ?? '').matchAll(/[0-9a-f]{4}(?=[0-9a-f]*>)/g)].map(([glyph]) => map.get(glyph) ?? '\u{fffd}').join(''));
  }
  return lines.join('\n');
}
