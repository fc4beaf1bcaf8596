/** `report` and `replay`: checks the operator's input before anything is done. */
import { countQuarter, listQuarters, readPeriod, readQuarter } from '#modules/statistics/index.ts';
import type { Portico } from '../composition/build-app.ts';
import { EXIT } from '../exit-codes.ts';
import type { OperatorOrder } from './operator-order.ts';
import { OperatorRefusal } from './operator-refusal.ts';

/** Measured lines are kept for 400 days. */
const REPLAY_DAYS_MAX = 366;

type Play = (portico: Portico, order: OperatorOrder) => AsyncIterable<string>;

export const STATISTICS_PLAYS: readonly (readonly [command: string, play: Play])[] = [
  ['report', report],
  ['replay', replay],
];

async function* report({ modules, platform }: Portico, { about }: OperatorOrder): AsyncGenerator<string> {
  const { statistics, requestLog } = modules;
  const quarter = readPeriod(about);
  if (quarter === undefined) throw new OperatorRefusal(`"${about}" is no quarter. Give one such as 2026Q3. Nothing was changed.`, EXIT.usage);
  await requestLog.flush();
  await countQuarter(statistics, quarter);
  const offered = await listQuarters(statistics.db, statistics);
  const first = offered.at(-1);
  if (!offered.some(({ period }) => period === quarter.period))
    throw new OperatorRefusal(`Nothing was measured in ${quarter.period}. Reports reach from ${first?.period} to ${offered[0]?.period}.`, EXIT.usage);
  const { days, whole, isRunning, publishedAt } = await readQuarter(platform.db, quarter, statistics);
  yield JSON.stringify({ period: quarter.period, days: days.length, isRunning, publishedAt, ...whole });
  for (const format of ['csv', 'pdf']) yield `${platform.config.apiBase}/api/statistics/file/${quarter.period.toLowerCase()}-${format}`;
}

async function* replay(portico: Portico, { options }: OperatorOrder): AsyncGenerator<string> {
  const days = /^\d{1,3}$/.test(options.days ?? '') ? Number(options.days) : 0;
  if (days < 1 || days > REPLAY_DAYS_MAX)
    throw new OperatorRefusal(`--days takes a whole number from 1 to ${REPLAY_DAYS_MAX}, not "${options.days}". Nothing was changed.`, EXIT.usage);
  // Only for the sandbox; the code is loaded where it is used.
  const { replayDays } = await import('../replay/replay-days.ts');
  yield* replayDays(portico, days);
  yield 'Done. The page marks these days as replayed.';
}
