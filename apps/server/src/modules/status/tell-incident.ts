/** Commands of operators about an incident. Every text is public and permanent. */
import { INCIDENT_STATES, type IncidentState, STATUS_SERVICES, type StatusServiceId } from '@portico/contract/values';
import type { Tx } from '#platform/db/database.ts';
import type { Platform } from '#platform/platform.ts';
import { isPrintable } from '#platform/printable-text.ts';
import { INCIDENT_MOVES } from './incident-moves.ts';
import { insertIncident, insertUpdate, lockLastUpdate } from './incident-store.ts';
import { isStatusService } from './services.ts';

/** The operator's input; undefined members were left out. */
export interface Told {
  readonly text: string;
  readonly state?: string | undefined;
  /** Minutes or hours from now such as `30m` or `2h`, or an instant with its zone. */
  readonly next?: string | undefined;
}

export interface NewIncident extends Told {
  readonly title: string;
  /** Service ids separated by commas, or `all`. */
  readonly services: string;
  /** `yes` or `no`. */
  readonly fallback: string;
}

/** The command does not fit the incident's state. Nothing was changed; the message says what to do. */
export class IncidentRefusal extends Error {
  override readonly name = 'IncidentRefusal';
}

/** The command is invalid for every incident. Nothing was changed; the message says what to type. */
export class IncidentMistake extends Error {
  override readonly name = 'IncidentMistake';
}

const TITLE_LENGTH_MAX = 120;
const TEXT_LENGTH_MAX = 2_000;
const NEXT_DAYS_MAX = 7;
const MINUTE_MS = 60_000;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** Returns the incident's id. @throws IncidentMistake */
export function openIncident({ write, clock, random }: Pick<Platform, 'write' | 'clock' | 'random'>, told: NewIncident): Promise<string> {
  const title = checkedText('title', told.title, TITLE_LENGTH_MAX);
  if (title.includes('\n')) throw new IncidentMistake('The title is one line. Nothing was changed.');
  const text = checkedText('text', told.text, TEXT_LENGTH_MAX);
  const services = readServices(told.services);
  if (told.fallback !== 'yes' && told.fallback !== 'no') {
    throw new IncidentMistake('--fallback is yes, when applications may use the fallback interface meanwhile, or no. Nothing was changed.');
  }
  const state = readState(told.state ?? 'investigating');
  if (state === 'resolved') throw new IncidentMistake('An incident does not begin resolved. Open it, then: incident resolve <incidentId>');
  const isFallbackAvailable = told.fallback === 'yes';
  return write(async ({ tx }) => {
    const now = await clock.realNow(tx);
    const incidentId = random.id('inc');
    await insertIncident(tx, { incident_id: incidentId, title, services, is_fallback_available: isFallbackAvailable, started_at: now });
    await insertUpdate(tx, { incident_id: incidentId, number: 1, at: now, state, text, next_update_at: readNext(told.next, now) });
    return incidentId;
  });
}

/** Returns the incident's new state. @throws IncidentMistake, IncidentRefusal */
export function updateIncident({ write, clock }: Pick<Platform, 'write' | 'clock'>, incidentId: string, told: Told): Promise<IncidentState> {
  const text = checkedText('text', told.text, TEXT_LENGTH_MAX);
  const wanted = told.state === undefined ? undefined : readState(told.state);
  if (wanted === 'resolved' && told.next !== undefined) throw new IncidentMistake('What is resolved has no next update. Leave --next out.');
  return write(async ({ tx }) => {
    const last = await lastUpdateOf(tx, incidentId);
    const state = wanted ?? last.state;
    if (!INCIDENT_MOVES[last.state].includes(state)) {
      throw new IncidentRefusal(
        last.state === 'resolved'
          ? `${incidentId} is resolved and stays so. Nothing was changed. What happens again is a new one: incident open`
          : `${incidentId} is ${last.state}: from there it goes to ${INCIDENT_MOVES[last.state].join(', ')}. Nothing was changed.`,
      );
    }
    const now = await clock.realNow(tx);
    await insertUpdate(tx, { incident_id: incidentId, number: last.number + 1, at: now, state, text, next_update_at: readNext(told.next, now) });
    return state;
  });
}

async function lastUpdateOf(tx: Tx, incidentId: string) {
  const last = await lockLastUpdate(tx, incidentId);
  if (last === undefined) throw new IncidentRefusal(`There is no incident ${incidentId}. Nothing was changed. See: incident list`);
  return last;
}

function checkedText(what: string, given: string, lengthMax: number): string {
  const text = given.trim();
  if (text === '') throw new IncidentMistake(`The ${what} is empty. Say what applications notice. Nothing was changed.`);
  if (text.length > lengthMax)
    throw new IncidentMistake(`The ${what} has ${text.length} characters, at most ${lengthMax} are shown. Nothing was changed.`);
  if (!isPrintable(text.replaceAll('\n', '')))
    throw new IncidentMistake(`The ${what} contains invisible characters. Type it without them. Nothing was changed.`);
  return text;
}

function readServices(given: string): readonly StatusServiceId[] {
  const known = Object.keys(STATUS_SERVICES).filter(isStatusService);
  if (given === 'all') return known;
  const names = given.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !isStatusService(name));
  if (unknown !== undefined)
    throw new IncidentMistake(`There is no service "${unknown}". There are: ${known.join(', ')}; or all. Nothing was changed.`);
  return known.filter((serviceId) => names.includes(serviceId));
}

function readState(given: string): IncidentState {
  const state = INCIDENT_STATES.find((each) => each === given);
  if (state === undefined) throw new IncidentMistake(`There is no state "${given}". There are: ${INCIDENT_STATES.join(', ')}. Nothing was changed.`);
  return state;
}

function readNext(given: string | undefined, now: Date): Date | null {
  if (given === undefined) return null;
  const [, amount, unit] = /^(\d{1,4})([mh])$/.exec(given) ?? [];
  const minutes = Number(amount) * (unit === 'h' ? 60 : 1);
  const next = amount === undefined ? instantOf(given) : new Date(now.getTime() + minutes * MINUTE_MS);
  const wanted = 'such as 30m, 2h or 2026-06-01T12:00:00Z';
  if (next === undefined) throw new IncidentMistake(`--next ${given} is no time: ${wanted}. Nothing was changed.`);
  const ahead = next.getTime() - now.getTime();
  if (ahead <= 0) throw new IncidentMistake(`--next ${given} is over already: give a time ahead, ${wanted}. Nothing was changed.`);
  if (ahead > NEXT_DAYS_MAX * 24 * 60 * MINUTE_MS)
    throw new IncidentMistake(`--next ${given} is more than ${NEXT_DAYS_MAX} days ahead. Nothing was changed.`);
  return next;
}

function instantOf(text: string): Date | undefined {
  const instant = INSTANT.test(text) ? new Date(text) : undefined;
  return instant === undefined || Number.isNaN(instant.getTime()) ? undefined : instant;
}
