/** Prints the history of one object as lines of JSON. The console shows the same history. */
import { findTrail, isTraceable } from '#modules/console/index.ts';
import type { Portico } from '../composition/build-app.ts';
import { EXIT } from '../exit-codes.ts';
import type { OperatorOrder } from './operator-order.ts';
import { OperatorRefusal } from './operator-refusal.ts';
import { recordOrder } from './record-order.ts';

export async function* printTrail({ modules, platform }: Portico, order: OperatorOrder): AsyncGenerator<string> {
  const id = order.about.trim();
  if (!isTraceable(id)) throw new OperatorRefusal('An id has 8 to 100 letters, digits, hyphens or underscores. Nothing was looked for.', EXIT.usage);
  await recordOrder(platform, order, { about: id });
  await modules.requestLog.flush();
  const { entries, requests } = await findTrail(platform.db, id);
  const lines = [
    ...entries.map(({ chain, event, ids, recordedAt }) => ({ at: recordedAt, event, chain, ...ids })),
    ...requests.map(({ at, ...request }) => ({ at: at.toISOString(), event: 'request', ...request })),
  ];
  if (lines.length === 0) throw new OperatorRefusal(`Nothing is known of ${id}. Requests are kept for 30 days, secrets of links and pages never.`);
  for (const line of lines) yield JSON.stringify(line);
}
