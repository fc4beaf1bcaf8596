/** The mailbox as pages without scripts: a list, and one mail with usable codes and links. */
import { escapeHtml, plainPage } from '#platform/http/plain-page.ts';
import type { ReadMail } from './read-mail.ts';

export interface ListedMail extends ReadMail {
  readonly number: number;
}

interface Words {
  readonly productName: string;
  /** Only addresses below it become links. */
  readonly publicUrl: string;
}

export function listPage(words: Words, mails: readonly ListedMail[]): string {
  const items = mails.map(
    ({ number, subject, to, date }) =>
      `<li><a href="/mailbox/${number}">${escapeHtml(subject)}</a><span>to ${escapeHtml(to)}</span><span>${escapeHtml(readableDate(date))}</span></li>`,
  );
  const list =
    items.length === 0
      ? '<p>No mail has arrived since the server started. A mail takes a few seconds: look again.</p>'
      : `<ol class="entries">\n${items.join('\n')}\n</ol>`;
  return page(
    words,
    'Mailbox',
    `<p>Mails that this development server has sent. They go nowhere else. <a href="/mailbox">Look again</a></p>\n${list}`,
  );
}

export function mailPage(words: Words, mail: ListedMail): string {
  const rows = [
    ['From', mail.from],
    ['To', mail.to],
    ['Date', readableDate(mail.date)],
  ].map(([name = '', value = '']) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`);
  return page(
    words,
    mail.subject,
    `<dl>\n${rows.join('\n')}\n</dl>\n<pre>${linked(mail.text, words.publicUrl)}</pre>\n<p><a href="/mailbox">All mails</a> · <a href="/mailbox/${mail.number}/source">Source</a></p>`,
  );
}

/** An envelope, in a colour that is visible on light and dark tabs. */
const ICON = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#2d8a96" d="M2 4h20l-10 8zM2 7l10 8 10-8v13H2z"/></svg>')}`;

function page({ productName }: Words, title: string, content: string): string {
  return plainPage({ owner: `${productName}, development`, title, icon: ICON, content });
}

function linked(text: string, publicUrl: string): string {
  return text
    .split(/(https?:\/\/[^\s()]+)/)
    .map((part) => (part.startsWith(`${publicUrl}/`) ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part)))
    .join('');
}

const FORM = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' });

/** The `Date` of a mail: `November 20, 2026 at 14:07 UTC`. */
function readableDate(date: string): string {
  const at = Date.parse(date);
  return Number.isNaN(at) ? date : `${FORM.format(at)} UTC`;
}
