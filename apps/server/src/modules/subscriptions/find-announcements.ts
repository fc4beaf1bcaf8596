/** Finds what subscribers were not told yet, and writes its mails. Pure. */
import type { ApiChange, Incident, MaintenanceWindow } from '@portico/contract';
import type { SubscriptionTopic } from '@portico/contract/values';
import { sha256Hex } from '#platform/crypto/hash.ts';
import { changesNews, incidentNews, maintenanceNews, type News, type NewsWords } from './news-texts.ts';

/** What subscribers were told: an update of an item, by its number. */
export interface Told {
  readonly item: string;
  readonly number: number;
  /** A digest of what was told of a maintenance window; else empty. */
  readonly version: string;
}

export interface Announcement extends Told {
  readonly topic: SubscriptionTopic;
  /** Undefined: it counts as told. */
  readonly mail?: News;
}

export interface Present {
  readonly incidents: readonly Incident[];
  /** Windows that have not ended, including cancelled ones. */
  readonly windows: readonly MaintenanceWindow[];
  readonly changes: readonly ApiChange[];
}

export function itemsOf({ incidents, windows, changes }: Present): readonly string[] {
  return [
    ...incidents.map(({ incidentId }) => incidentId),
    ...windows.map(({ maintenanceId }) => maintenanceId),
    ...changes.map(({ id }) => `change:${id}`),
  ];
}

/** Each update of an incident, each version of a maintenance window, and one mail for all new changes. */
export function findAnnouncements(present: Present, told: readonly Told[], words: NewsWords): readonly Announcement[] {
  const toldOf = (item: string) => told.filter((each) => each.item === item).toSorted((a, b) => a.number - b.number);
  return [
    ...present.incidents.flatMap((incident) => ofIncident(incident, toldOf(incident.incidentId), words)),
    ...present.windows.flatMap((window) => ofWindow(window, toldOf(window.maintenanceId), words)),
    ...ofChanges(
      present.changes.filter(({ id }) => toldOf(`change:${id}`).length === 0),
      words,
    ),
  ];
}

function ofIncident(incident: Incident, told: readonly Told[], words: NewsWords): readonly Announcement[] {
  const numbers = new Set(told.map(({ number }) => number));
  return incident.updates
    .map((_update, index) => index + 1)
    .filter((number) => !numbers.has(number))
    .map((number) => ({ item: incident.incidentId, number, version: '', topic: 'incidents', mail: incidentNews(incident, number, words) }));
}

function ofWindow(window: MaintenanceWindow, told: readonly Told[], words: NewsWords): readonly Announcement[] {
  const last = told.at(-1);
  const version = versionOf(window);
  if (version === last?.version) return [];
  const about = { item: window.maintenanceId, number: (last?.number ?? 0) + 1, version, topic: 'maintenance' } as const;
  // A window that was cancelled before it was told concerns no subscriber.
  const isSilent = window.state === 'over' || (window.state === 'cancelled' && last === undefined);
  return [isSilent ? about : { ...about, mail: maintenanceNews(window, last === undefined, words) }];
}

/** The state changes by the passing of time, which is no news; a cancellation is. */
function versionOf({ state, startsAt, endsAt, texts }: MaintenanceWindow): string {
  return sha256Hex(JSON.stringify([startsAt, endsAt, state === 'cancelled', texts.en]));
}

/** The row of the first one has the mail of all. */
function ofChanges(changes: readonly ApiChange[], words: NewsWords): readonly Announcement[] {
  return changes.map(({ id }, index) => ({
    ...{ item: `change:${id}`, number: 1, version: '', topic: 'apiChanges' },
    ...(index === 0 ? { mail: changesNews(changes, words) } : {}),
  }));
}
