/** The 404 a browser shows for an address outside the portal. */
import { DEFAULT_LOCALE, type Locale } from '@portico/contract/values';
import type { FastifyReply, FastifyRequest } from 'fastify';
import english from './messages.en.json' with { type: 'json' };
import estonian from './messages.et.json' with { type: 'json' };
import lithuanian from './messages.lt.json' with { type: 'json' };
import latvian from './messages.lv.json' with { type: 'json' };
import russian from './messages.ru.json' with { type: 'json' };
import { escapeHtml, plainPage } from './plain-page.ts';
import { requestedLocale } from './requested-locale.ts';
import { varyBy } from './vary-by.ts';

const CATALOGUES: Readonly<Record<Locale, Readonly<Record<keyof typeof english, string>>>> = {
  en: english,
  et: estonian,
  lt: lithuanian,
  lv: latvian,
  ru: russian,
};

/** @param supportContact who helps, with the id; default: nobody is named */
export const notFoundPage = (supportContact?: string) => (request: FastifyRequest, reply: FastifyReply) => {
  const locale = requestedLocale(Object(request.query), request.headers['accept-language']) ?? DEFAULT_LOCALE;
  const texts = CATALOGUES[locale];
  const support = supportContact === undefined ? '' : `<dt>${texts['notFound.support']}</dt><dd>${escapeHtml(supportContact)}</dd>`;
  // The id is a UUID (`request-id.ts`), so it needs no escaping.
  const content = `<p>${texts['notFound.text']}</p>
<p><a href="/">${texts['notFound.start']}</a></p>
<dl><dt>${texts.requestId}</dt><dd><code>${request.id}</code></dd>${support}</dl>`;
  varyBy(reply, 'Accept-Language');
  return reply
    .code(404)
    .type('text/html; charset=utf-8')
    .header('content-language', locale)
    .send(plainPage({ locale, title: texts['notFound.title'], content }));
};
