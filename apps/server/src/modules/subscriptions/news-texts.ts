/** The texts of mails to subscribers, without the links of each. Texts of operators stay plain text; a subject is one line. */
import type { ApiChange, Incident, MaintenanceWindow } from '@portico/contract';
import { STATUS_SERVICES } from '@portico/contract/values';
import type { Config } from '#platform/config.ts';

export interface News {
  readonly subject: string;
  /** Paragraphs with an empty line between them. */
  readonly text: string;
}

export interface NewsWords extends Pick<Config, 'productName' | 'publicUrl'> {
  /** Formats an instant for people, in the bank's time zone. */
  readonly sayTime: (instant: Date) => string;
}

const SUBJECT_LENGTH_MAX = 160;
const CHANGE_WORDS: Readonly<Record<ApiChange['kind'], string>> = {
  added: 'Added',
  changed: 'Changed',
  corrected: 'Corrected',
  deprecated: 'Deprecated',
  removed: 'Removed',
};

/** @param number of the update; the first one is 1. */
export function incidentNews(incident: Incident, number: number, { productName, publicUrl, sayTime }: NewsWords): News {
  const { incidentId, title, services, isFallbackAvailable, nextUpdateAt, updates } = incident;
  const update = updates[updates.length - number];
  if (update === undefined) throw new Error(`${incidentId} has no update ${number}.`);
  const isLast = number === updates.length;
  return {
    subject: oneLine(`${productName} incident, ${update.state}: ${title}`),
    text: paragraphs(
      title,
      `State: ${update.state}. Services: ${services.map((id) => STATUS_SERVICES[id]).join(', ')}.`,
      update.text,
      update.state === 'resolved'
        ? undefined
        : `Fallback interface: ${isFallbackAvailable ? `available, see ${publicUrl}/#/how-to-fallback` : 'not available'}.`,
      isLast && nextUpdateAt !== undefined ? `Next update: ${sayTime(new Date(nextUpdateAt))}.` : undefined,
      `${sayTime(new Date(update.at))}\n${publicUrl}/#/api-status?incident=${incidentId}`,
    ),
  };
}

/** @param isNew false: subscribers were told an earlier version. */
export function maintenanceNews(
  { state, startsAt, endsAt, texts }: MaintenanceWindow,
  isNew: boolean,
  { productName, publicUrl, sayTime }: NewsWords,
): News {
  const from = sayTime(new Date(startsAt));
  const span = `${from} ${endsAt === undefined ? 'without a planned end' : `until ${sayTime(new Date(endsAt))}`}`;
  const [word, said] =
    state === 'cancelled'
      ? ['cancelled', `The maintenance from ${span} is cancelled.`]
      : isNew
        ? [state, `Maintenance is ${state === 'running' ? 'running' : 'planned'}: from ${span}.`]
        : ['changed', `The maintenance has changed: from ${span}.`];
  return {
    subject: oneLine(`${productName} maintenance, ${word}: ${from}`),
    text: paragraphs(
      said,
      state === 'cancelled' ? undefined : texts.en,
      state === 'cancelled'
        ? undefined
        : 'During maintenance new calls are refused with 503 and Retry-After. Signatures that have begun can be finished.',
      `${publicUrl}/#/api-status`,
    ),
  };
}

/** @param changes at least one. */
export function changesNews(changes: readonly ApiChange[], { productName, publicUrl }: NewsWords): News {
  const [first] = changes;
  const what = changes.length === 1 && first !== undefined ? `API change: ${first.title}` : `API: ${changes.length} changes`;
  return {
    subject: oneLine(`${productName} ${what}`),
    text: paragraphs(
      ...changes.map(({ title, kind, apiId, effective, sunset, text }) =>
        [
          title,
          `${CHANGE_WORDS[kind]} in ${apiId}, ${effective}.${sunset === undefined ? '' : ` It works until ${sunset}.`}`,
          ...(typeof text === 'string' ? [text] : []),
        ].join('\n'),
      ),
      `${publicUrl}/#/api-changes`,
    ),
  };
}

const paragraphs = (...given: readonly (string | undefined)[]) => given.filter((each) => each !== undefined).join('\n\n');

/** A line end in a subject would begin another header. */
function oneLine(text: string): string {
  const line = text.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim();
  return line.length <= SUBJECT_LENGTH_MAX ? line : `${line.slice(0, SUBJECT_LENGTH_MAX - 1).toWellFormed()}…`;
}
