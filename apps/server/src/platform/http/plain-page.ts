/** Pages written by the server: without scripts, with a common layout, style sheet and the fonts of the portal. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_LOCALE, type Locale } from '@portico/contract/values';
import type { FastifyInstance } from 'fastify';
import { serverFolder } from '../server-folder.ts';
import { fixedText } from './fixed-text.ts';

const STYLES = join(serverFolder, 'assets/plain-page.css');
const PLAIN_STYLES_PATH = '/pages.css';

export interface PlainPage {
  /** Default: English, for pages of developers and operators. */
  readonly locale?: Locale | undefined;
  /** Shown above the page and, after the title, in the browser tab. */
  readonly owner?: string | undefined;
  readonly title: string;
  /** Path of the browser tab's icon. */
  readonly icon?: string;
  /** Markup below the title; external values must have gone through {@link escapeHtml}. */
  readonly content: string;
}

export function plainPage({ locale = DEFAULT_LOCALE, owner, title, icon, content }: PlainPage): string {
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(owner === undefined ? title : `${title} · ${owner}`)}</title>
${icon === undefined ? '' : `<link rel="icon" href="${escapeHtml(icon)}">\n`}<link rel="stylesheet" href="${PLAIN_STYLES_PATH}">
</head>
<body>
${owner === undefined ? '' : `<header><p>${escapeHtml(owner)}</p></header>\n`}<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</body>
</html>
`;
}

/** @param fontFaces the `@font-face` rules of the built pages; empty: the fonts of the device */
export async function registerPlainStyles(app: FastifyInstance, fontFaces: string): Promise<void> {
  const styles = `${fontFaces}${await readFile(STYLES, 'utf8')}`;
  app.get(PLAIN_STYLES_PATH, fixedText(styles, { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'public, max-age=3600' }));
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
