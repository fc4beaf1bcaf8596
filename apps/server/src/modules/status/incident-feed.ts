/** Incidents as an Atom feed (RFC 4287): one entry each, which changes with its updates. */
import type { Incident } from '@portico/contract';
import { STATUS_SERVICES } from '@portico/contract/values';
import { escapeHtml } from '#platform/http/plain-page.ts';

export interface FeedDeps {
  readonly productName: string;
  readonly bankName: string;
  readonly publicUrl: string;
}

export const FEED_PATH = '/api/specs/api-status/incidents.atom';

/** @param updated when nothing has happened yet */
export function incidentFeed(incidents: readonly Incident[], { productName, bankName, publicUrl }: FeedDeps, updated: string): string {
  const newest = incidents.map(lastChange).reduce((last, at) => (at > last ? at : last), '');
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `<id>${escapeHtml(`${publicUrl}${FEED_PATH}`)}</id>`,
    `<title>${escapeHtml(`${productName}: API incidents`)}</title>`,
    `<updated>${newest === '' ? updated : newest}</updated>`,
    `<author><name>${escapeHtml(bankName)}</name></author>`,
    `<link rel="self" type="application/atom+xml" href="${escapeHtml(`${publicUrl}${FEED_PATH}`)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeHtml(`${publicUrl}/#/api-status`)}"/>`,
    ...incidents.map((incident) => entryOf(incident, publicUrl)),
    '</feed>',
    '',
  ].join('\n');
}

const lastChange = ({ updates, startedAt }: Incident): string => updates[0]?.at ?? startedAt;

function entryOf(incident: Incident, publicUrl: string): string {
  const { incidentId, title, state, services, startedAt, nextUpdateAt, isFallbackAvailable, updates } = incident;
  const facts = [
    `State: ${state}. Services: ${services.map((id) => STATUS_SERVICES[id]).join(', ')}.`,
    ...(state === 'resolved'
      ? []
      : [`Fallback interface: ${isFallbackAvailable ? `available, see ${publicUrl}/#/how-to-fallback` : 'not available'}.`]),
    ...(nextUpdateAt === undefined ? [] : [`Next update: ${nextUpdateAt}.`]),
  ];
  const text = [...facts, ...updates.map((update) => `${update.at} ${update.state}: ${update.text}`)].join('\n\n');
  return [
    '<entry>',
    `<id>${escapeHtml(`${publicUrl}/api/specs/api-status/incidents#${incidentId}`)}</id>`,
    `<title>${escapeHtml(title)}</title>`,
    `<published>${startedAt}</published>`,
    `<updated>${lastChange(incident)}</updated>`,
    `<link rel="alternate" type="text/html" href="${escapeHtml(`${publicUrl}/#/api-status?incident=${incidentId}`)}"/>`,
    `<category term="${state}"/>`,
    `<content type="text">${escapeHtml(text)}</content>`,
    '</entry>',
  ].join('\n');
}
