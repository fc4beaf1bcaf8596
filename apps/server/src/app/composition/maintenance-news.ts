/** Adds current and planned maintenance to the news, with the text of its announcement. */
import type { NewsItem } from '@portico/contract';
import type { StoredText } from '#modules/content/index.ts';
import type { Announcement } from '#modules/maintenance/index.ts';
import { sayBankTime } from './bank-wall-clock.ts';

const MEANING =
  'During maintenance new calls are answered 503 with Retry-After and nothing is done by them. Signings that were begun are finished, and their status can be read.';

export function maintenanceNews({ maintenanceId, state, startsAt, endsAt, texts, announcedAt }: Announcement): StoredText<NewsItem> {
  const name = maintenanceId.replace('_', '-');
  const [from, until] = [sayBankTime(new Date(startsAt)), endsAt === undefined ? undefined : sayBankTime(new Date(endsAt))];
  const title = state === 'running' ? `Maintenance since ${from}` : `Planned maintenance on ${from}`;
  const summary = until === undefined ? `It began at ${from}. Its end is not known yet.` : `From ${from} until ${until}.`;
  const words = [...(texts.en?.split(/\n\s*\n/) ?? []), MEANING].map((paragraph) => paragraph.trim());
  return {
    file: maintenanceId,
    source: '',
    value: {
      title,
      url: `/news/${name}`,
      date: announcedAt.toISOString().replace(/\.\d+Z$/, 'Z'),
      summary,
      tags: ['maintenance'],
      field_paragraphs: words.map((text) => ({ type: 'text', content: [{ text }] })),
      markdown: `/dev-portal-news/${name}.md`,
    },
    markdown: [`# ${title}`, summary, ...words, ''].join('\n\n'),
  };
}
