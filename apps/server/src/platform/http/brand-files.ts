/** What a brand adds to the pages: its style sheet after the tokens, its pictures, its name in the tab. Nothing without a brand. */
import type { FastifyInstance } from 'fastify';
import type { Brand } from '../brand/brand.ts';
import { fixedText } from './fixed-text.ts';
import { escapeHtml } from './plain-page.ts';

const STYLES_PATH = '/brand.css';
/** A picture that is opened by itself may do nothing at all. */
const PICTURE_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

export function registerBrandFiles(app: FastifyInstance, { css, pictures }: Brand): void {
  const styles = fixedText(css, { 'content-type': 'text/css; charset=utf-8' });
  app.get(STYLES_PATH, styles);
  for (const [path, svg] of pictures) {
    app.get(path, fixedText(svg, { 'content-type': 'image/svg+xml; charset=utf-8', 'content-security-policy': PICTURE_POLICY }));
  }
}

/** A built page as this brand's; the style sheet comes last, so that it wins over the tokens. */
export function brandedPage(html: string, title: string, brand: Brand): string {
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace(/(<link rel="icon"[^>]*? href=")[^"]*"/, (_all, start: string) => `${start}${brand.favicon}"`)
    .replace('</head>', () => `<link rel="stylesheet" href="${STYLES_PATH}"></head>`);
}
