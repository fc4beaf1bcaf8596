/** The places in the texts that the search of the portal finds: pages, their sections, and the rows of codes. */
import type { ContentPage, ContentPlace, Inline, Paragraph } from '@portico/contract';
import type { LoadedContent } from './content.ts';

/** Pages without a route are left out. */
export function contentPlaces({ menu, pages }: Pick<LoadedContent, 'menu' | 'pages'>): ContentPlace[] {
  const routes = new Set([...menu.main, ...menu.hidden].map(({ pageUrl }) => pageUrl));
  return [...pages.values()].flatMap(({ value }) => (routes.has(value.url) ? placesOf(value) : []));
}

function placesOf({ title, url, field_paragraphs: paragraphs }: ContentPage): ContentPlace[] {
  const start: ContentPlace = { kind: 'page', url, title, page: title, text: '' };
  const places: ContentPlace[] = [start];
  const codes: ContentPlace[] = [];
  for (const paragraph of paragraphs) {
    if (paragraph.type === 'heading') {
      places.push({ kind: 'section', url: sectionUrl(url, paragraph.id), title: paragraph.text, page: title, text: '' });
      continue;
    }
    const section = places.at(-1) ?? start;
    const text = [section.text, wordsOf(paragraph)].filter((words) => words !== '').join('\n');
    places[places.length - 1] = { ...section, text };
    if (paragraph.type === 'table') codes.push(...codesOf(paragraph, url, title));
  }
  return [...places, ...codes];
}

type Table = Extract<Paragraph, { type: 'table' }>;

function codesOf({ head, rows, anchors = [] }: Table, url: string, page: string): ContentPlace[] {
  return anchors.flatMap((anchor, index): ContentPlace[] => {
    const cells = rows[index]?.map(inlineWords) ?? [];
    const code = cells[head.indexOf('Code')];
    if (anchor === '' || code === undefined) return [];
    return [{ kind: 'code', url: sectionUrl(url, anchor), title: code, page, text: cells.filter((cell) => cell !== code).join(' · ') }];
  });
}

const sectionUrl = (url: string, id: string) => `${url}?section=${encodeURIComponent(id)}`;

/** Rows of codes are places of their own. */
function wordsOf(paragraph: Exclude<Paragraph, { type: 'heading' }>): string {
  switch (paragraph.type) {
    case 'text':
      return inlineWords(paragraph.content);
    case 'list':
      return paragraph.items.map(inlineWords).join('\n');
    case 'code':
      return paragraph.code;
    case 'table':
      return paragraph.anchors === undefined ? paragraph.rows.map((row) => row.map(inlineWords).join(' · ')).join('\n') : '';
    default:
      return '';
  }
}

const inlineWords = (content: readonly Inline[]) => content.map(({ text }) => text).join('');
