/** Files for programs that read the site: `llms.txt`, `llms-full.txt`, `robots.txt`, `sitemap.xml`, `/.well-known/security.txt`. */
import type { ContentPage, Menu, NewsItem, Paragraph } from '@portico/contract';
import { addDays } from '@portico/primitives';
import type { Config } from '#platform/config.ts';
import type { Content } from './content.ts';
import type { StoredText } from './stored-text.ts';

export interface SiteDeps {
  readonly content: Content;
  readonly config: {
    readonly bank: Config['bank'];
    readonly productName: string;
    readonly bankName: string;
    readonly publicUrl: string;
    readonly apiBase: string;
    /** E-mail address or web page. */
    readonly supportContact: string;
  };
  /** `YYYY-MM-DD`. */
  readonly today: () => string;
}

/** RFC 9116 §2.5.5 recommends less than a year. */
const SECURITY_DAYS = 180;
const SUMMARY_LENGTH_MAX = 200;

/** The list of texts for language models (https://llmstxt.org). */
export function llmsText({ content, config }: SiteDeps): string {
  const { bank, productName, bankName, publicUrl, apiBase } = config;
  const promise =
    bank === 'sandbox'
      ? ', with a sandbox bank. Each guide is Markdown; its examples are run against the running server.'
      : '. Each guide is Markdown.';
  const groups = guideGroups(content).map(({ title, pages }) => [
    `## ${title}`,
    pages.map(({ value, address }) => linkLine(value.title, `${publicUrl}${address}`, summaryOf(value))).join('\n'),
  ]);
  const api = [
    linkLine('OpenAPI 3.1', `${apiBase}/specs/all?format=json`, 'every operation in one document; `format=yaml` as well'),
    linkLine('Sections', `${apiBase}/specs`, 'one document per section'),
    linkLine('Postman collection', `${apiBase}/specs/postman`, 'every operation'),
    linkLine('Model Context Protocol', `${publicUrl}/mcp`, 'search, guides and operations for assistants'),
    linkLine('All guides in one file', `${publicUrl}/llms-full.txt`, 'the texts above, in reading order'),
  ];
  const news = content.news().map(({ value }) => linkLine(value.title, `${publicUrl}${markdownOf(value)}`, value.summary));
  return `${[
    `# ${productName} for Developers`,
    `> The open-banking API of ${bankName}, as NextGenPSD2 describes it${promise}`,
    ...groups.flat(),
    '## API',
    api.join('\n'),
    ...(news.length === 0 ? [] : ['## Optional', news.join('\n')]),
  ].join('\n\n')}\n`;
}

/** All guides in reading order. */
export function llmsFullText({ content }: SiteDeps): string {
  const guides = guideGroups(content).flatMap(({ pages }) => pages);
  return `${guides.map(({ markdown }) => markdown.trim()).join('\n\n---\n\n')}\n`;
}

/** Search engines read texts and documents, and no other call of the API. Pages of the bank have `X-Robots-Tag: noindex`. */
export function robotsText({ config: { publicUrl } }: SiteDeps): string {
  return ['User-agent: *', 'Allow: /api/specs', 'Disallow: /api/', 'Disallow: /identity/', '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n');
}

/** The portal's pages are routes in the hash, which search engines do not tell apart; so the texts are listed as Markdown. */
export function sitemap({ content, config: { publicUrl } }: SiteDeps): string {
  const pages = pageUrls(content.menu()).flatMap((url) => content.page(url.slice(1)) ?? []);
  const entries = [
    { address: '/', changed: undefined },
    { address: '/llms.txt', changed: undefined },
    ...pages.map(({ value }) => ({ address: markdownOf(value), changed: undefined })),
    ...content.news().map(({ value }) => ({ address: markdownOf(value), changed: value.date })),
  ];
  const lines = entries.map(({ address, changed }) => {
    const date = changed === undefined ? '' : `<lastmod>${changed}</lastmod>`;
    return `  <url><loc>${escapeXml(`${publicUrl}${address}`)}</loc>${date}</url>`;
  });
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">', ...lines, '</urlset>', ''].join(
    '\n',
  );
}

/** RFC 9116. The expiry changes once a month, so that the text can be cached. */
export function securityText({ config: { publicUrl, supportContact }, today }: SiteDeps): string {
  const expires = addDays(`${today().slice(0, 7)}-01`, SECURITY_DAYS);
  return [
    `Contact: ${contactUri(supportContact, publicUrl)}`,
    `Expires: ${expires}T00:00:00Z`,
    'Preferred-Languages: en, et, lv, lt, ru',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}

function contactUri(contact: string, publicUrl: string): string {
  if (URL.canParse(contact)) return contact;
  return contact.includes('@') ? `mailto:${contact}` : publicUrl;
}

interface Guide {
  readonly value: ContentPage;
  readonly markdown: string;
  readonly address: string;
}

/** The groups of the menu; without groups all pages are one. */
function guideGroups(content: Content): readonly { readonly title: string; readonly pages: readonly Guide[] }[] {
  const menu = content.menu();
  const groups = menu.guides ?? [{ title: 'Guides', pages: pageUrls(menu) }];
  return groups.map(({ title, pages }) => ({
    title,
    pages: pages.flatMap((url) => {
      const page = content.page(url.slice(1));
      return page === undefined ? [] : [{ value: page.value, markdown: page.markdown, address: markdownOf(page.value) }];
    }),
  }));
}

const pageUrls = ({ main, hidden }: Menu) => [...main, ...hidden].flatMap(({ component, pageUrl }) => (component === 'ContentPage' ? [pageUrl] : []));

const markdownOf = ({ markdown = '' }: StoredText<ContentPage | NewsItem>['value']) => `/content${markdown}`;

const linkLine = (title: string, url: string, text: string) => `- [${title}](${url})${text === '' ? '' : `: ${text}`}`;

function summaryOf({ field_paragraphs: paragraphs }: ContentPage): string {
  const first = paragraphs.find((paragraph): paragraph is Extract<Paragraph, { type: 'text' }> => paragraph.type === 'text');
  const words = (first?.content ?? []).map(({ text }) => text).join('');
  return words.length <= SUMMARY_LENGTH_MAX ? words : `${words.slice(0, SUMMARY_LENGTH_MAX).replace(/\s+\S*$/, '')} …`;
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
