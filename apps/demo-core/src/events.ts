/**
 * What has happened here, for Portico to read. An event is written in the transaction of what it tells, so its numbers have no gaps: SQLite gives a
 * number back when a transaction is rolled back.
 */
import { randomUUID } from 'node:crypto';
import type { Ledger } from './ledger.ts';

export function tell(ledger: Ledger, kind: string, about: Readonly<Record<string, string>>): void {
  const insert = 'insert into event (event_id, at, kind, about) values (?, ?, ?, ?)';
  ledger.run(insert, randomUUID(), new Date().toISOString(), kind, JSON.stringify(about));
}

export function listEvents(ledger: Ledger, after: number, limit: number): object {
  const [newest] = ledger.rows('select coalesce(max(number), 0) as number from event');
  const events = ledger.rows('select * from event where number > ? order by number limit ?', after, limit);
  return {
    newest: Number(newest?.number),
    events: events.map(({ number, event_id, at, kind, about }) => ({
      number: Number(number),
      eventId: String(event_id),
      at: String(at),
      kind: String(kind),
      ...JSON.parse(String(about)),
    })),
  };
}
