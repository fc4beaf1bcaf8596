/** The faces of the PDF, whole: a receipt names people in any of Europe's alphabets. Read and unpacked once. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { serverFolder } from '../server-folder.ts';

export type Face = 'regular' | 'bold' | 'mono';

let fonts: Readonly<Record<Face, Buffer>> | undefined;

export function loadFonts(): Readonly<Record<Face, Buffer>> {
  fonts ??= { regular: load('IBMPlexSans-Regular'), bold: load('IBMPlexSans-SemiBold'), mono: load('IBMPlexMono-Regular') };
  return fonts;
}

const load = (name: string): Buffer => unpack(readFileSync(join(serverFolder, `assets/fonts/${name}.woff`)));

/** WOFF 1.0 → the sfnt inside. pdfkit would unpack it anew for each document, which takes longer than drawing it. */
function unpack(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const header = Buffer.alloc(12 + 16 * count);
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  const tables: Buffer[] = [header];
  let offset = header.length;
  for (let index = 0; index < count; index += 1) {
    const entry = 44 + 20 * index;
    const [from, packedLength, length] = [woff.readUInt32BE(entry + 4), woff.readUInt32BE(entry + 8), woff.readUInt32BE(entry + 12)];
    const packed = woff.subarray(from, from + packedLength);
    const table = Buffer.alloc(Math.ceil(length / 4) * 4);
    (packedLength < length ? inflateSync(packed) : packed).copy(table);
    const at = 12 + 16 * index;
    woff.copy(header, at, entry, entry + 4);
    woff.copy(header, at + 4, entry + 16, entry + 20);
    header.writeUInt32BE(offset, at + 8);
    header.writeUInt32BE(length, at + 12);
    tables.push(table);
    offset += table.length;
  }
  return Buffer.concat(tables);
}
