/** Adds a brand to the pages: a style sheet after the tokens, logo and icon, and the title. Used only with a brand. */
import type { FastifyInstance } from 'fastify';
import type { Brand } from '../brand/brand.ts';
import { fixedText } from './fixed-text.ts';
import { escapeHtml } from './plain-page.ts';

const STYLES_PATH = '/brand.css';
/** An image opened as a page may load and run nothing. */
const PICTURE_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

export function registerBrandFiles(app: FastifyInstance, { css, pictures }: Brand): void {
  const styles = fixedText(css, { 'content-type': 'text/css; charset=utf-8' });
  app.get(STYLES_PATH, styles);
  for (const [path, svg] of pictures) {
    app.get(path, fixedText(svg, { 'content-type': 'image/svg+xml; charset=utf-8', 'content-security-policy': PICTURE_POLICY }));
  }
}

/** Returns a built page with the brand. The style sheet comes last, so that it overrides the tokens. */
export function brandedPage(html: string, title: string, brand: Brand): string {
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace(/(<link rel="icon"[^>]*? href=")[^"]*"/, (_all, start: string) => `${start}${brand.favicon}"`)
    .replace('</head>', () => `<link rel="stylesheet" href="${STYLES_PATH}"></head>`);
}
