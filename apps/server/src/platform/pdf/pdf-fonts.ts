/** The fonts of the PDF, without subsetting by alphabet: a receipt may have names in any European alphabet. Each file is read once. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverFolder } from '../server-folder.ts';

export type Face = 'regular' | 'bold' | 'mono';

let fonts: Readonly<Record<Face, Buffer>> | undefined;

export function loadFonts(): Readonly<Record<Face, Buffer>> {
  fonts ??= { regular: load('IBMPlexSans-Regular'), bold: load('IBMPlexSans-SemiBold'), mono: load('IBMPlexMono-Regular') };
  return fonts;
}

const load = (name: string): Buffer => readFileSync(join(serverFolder, `assets/fonts/${name}.ttf`));
