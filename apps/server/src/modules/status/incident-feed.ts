/** Incidents as an Atom feed: one entry each, which changes with its updates. */
import type { Incident } from '@portico/contract';
import { STATUS_SERVICES } from '@portico/contract/values';
import type { Config } from '#platform/config.ts';
import type { AtomEntry, AtomFeed } from '#platform/http/atom-feed.ts';

export const FEED_PATH = '/api/specs/api-status/incidents.atom';

export function incidentFeed(
  incidents: readonly Incident[],
  { productName, bankName, publicUrl }: Pick<Config, 'productName' | 'bankName' | 'publicUrl'>,
): AtomFeed {
  return {
    title: `${productName}: API incidents`,
    author: bankName,
    url: `${publicUrl}${FEED_PATH}`,
    pageUrl: `${publicUrl}/#/api-status`,
    entries: incidents.map((incident) => entryOf(incident, publicUrl)),
  };
}

function entryOf(incident: Incident, publicUrl: string): AtomEntry {
  const { incidentId, title, state, services, startedAt, nextUpdateAt, isFallbackAvailable, updates } = incident;
  const facts = [
    `State: ${state}. Services: ${services.map((id) => STATUS_SERVICES[id]).join(', ')}.`,
    ...(state === 'resolved'
      ? []
      : [`Fallback interface: ${isFallbackAvailable ? `available, see ${publicUrl}/#/how-to-fallback` : 'not available'}.`]),
    ...(nextUpdateAt === undefined ? [] : [`Next update: ${nextUpdateAt}.`]),
  ];
  return {
    title,
    url: `${publicUrl}/#/api-status?incident=${incidentId}`,
    published: startedAt,
    updated: updates[0]?.at ?? startedAt,
    summary: [...facts, ...updates.map((update) => `${update.at} ${update.state}: ${update.text}`)].join('\n\n'),
    categories: [state],
  };
}
