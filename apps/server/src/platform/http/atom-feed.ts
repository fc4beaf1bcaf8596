/** Writes Atom feeds (RFC 4287) of news. They are public and the same for every reader. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { entityTag, hasTag } from './entity-tag.ts';

export interface AtomFeed {
  readonly title: string;
  /** Name of the author. */
  readonly author: string;
  /** Absolute URL of the feed; it is also the feed's id. */
  readonly url: string;
  /** Absolute URL of the page with the same content. */
  readonly pageUrl: string;
  /** Newest first. */
  readonly entries: readonly AtomEntry[];
}

export interface AtomEntry {
  readonly title: string;
  /** Absolute, permanent URL of the entry's page; it is also the entry's id. */
  readonly url: string;
  /** ISO 8601 instants. */
  readonly published: string;
  readonly updated: string;
  readonly summary: string;
  readonly categories: readonly string[];
}

const ATOM_TYPE = 'application/atom+xml; charset=utf-8';
/** Feed readers ask often, and five minutes of delay do not matter to them. */
const CACHING = 'public, max-age=300';
/** `updated` of a feed without entries; the element is required (RFC 4287 §4.1.1). */
const NEVER = '1970-01-01T00:00:00Z';

export function writeAtom({ title, author, url, pageUrl, entries }: AtomFeed): string {
  const updated = entries.map((entry) => entry.updated).reduce((latest, one) => (Date.parse(one) > Date.parse(latest) ? one : latest), NEVER);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `  <id>${xml(url)}</id>`,
    `  <title>${xml(title)}</title>`,
    `  <updated>${xml(updated)}</updated>`,
    `  <author><name>${xml(author)}</name></author>`,
    `  <link rel="self" type="application/atom+xml" href="${xml(url)}"/>`,
    `  <link rel="alternate" type="text/html" href="${xml(pageUrl)}"/>`,
    ...entries.map(writeEntry),
    '</feed>',
    '',
  ].join('\n');
}

function writeEntry({ title, url, published, updated, summary, categories }: AtomEntry): string {
  return [
    '  <entry>',
    `    <id>${xml(url)}</id>`,
    `    <title>${xml(title)}</title>`,
    `    <published>${xml(published)}</published>`,
    `    <updated>${xml(updated)}</updated>`,
    `    <link rel="alternate" type="text/html" href="${xml(url)}"/>`,
    ...categories.map((category) => `    <category term="${xml(category)}"/>`),
    `    <summary>${xml(summary)}</summary>`,
    '  </entry>',
  ].join('\n');
}

/** Sends the feed, or 304 if the client has the current one. @param caching the `Cache-Control` value, where five minutes are too long */
export function sendAtom(request: FastifyRequest, reply: FastifyReply, feed: AtomFeed, caching: string = CACHING): FastifyReply {
  const text = writeAtom(feed);
  const etag = entityTag(text);
  reply.headers({ 'cache-control': caching, etag });
  return hasTag(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.type(ATOM_TYPE).send(text);
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** Characters that XML may not contain, escaped or not (XML 1.0 §2.2). */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const xml = (text: string) => text.replaceAll(FORBIDDEN, '').replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
