/** The columns of a report, for files of every format (EBA/GL/2018/07, guidelines 2.2 and 2.3), and what stands around them. */
import type { StatisticsDay, StatisticsFigures, StatisticsQuarter } from '@portico/contract';
import { INTERFACES, type Interface } from './what-counts.ts';

export const COLUMNS: readonly (readonly [name: keyof StatisticsFigures, heading: string])[] = [
  ['aisMs', 'Mean ms AISP'],
  ['pisMs', 'Mean ms PISP'],
  ['fundsMs', 'Mean ms funds confirmation'],
  ['uptimePercent', 'Uptime %'],
  ['downtimePercent', 'Downtime %'],
  ['errorPercent', 'Error response rate %'],
];

export const SECTIONS: readonly (readonly [Interface, title: string])[] = INTERFACES.map((one) => [
  one,
  { dedicated: 'Dedicated interface', customer: "Customers' own interface" }[one],
]);

const MONTHS = ['January to March', 'April to June', 'July to September', 'October to December'];

/** `Reporting period 2026 Q3, July to September`. */
export function titleOf({ period }: Pick<StatisticsQuarter, 'period'>): string {
  return `Reporting period ${period.slice(0, 4)} ${period.slice(4)}, ${MONTHS[Number(period.at(-1)) - 1]}`;
}

export function noteOf({ isReplayed, isRunning }: StatisticsDay): string {
  if (isReplayed) return 'replayed';
  return isRunning ? 'day so far' : '';
}

export function remarksOf({ days, isRunning, publishedAt, timeZone }: StatisticsQuarter): readonly string[] {
  const [first] = days;
  return [
    first === undefined ? 'Nothing was measured yet.' : `Measured since ${first.day}, in days of ${timeZone}.`,
    ...(isRunning ? ['The quarter is running: figures so far.'] : []),
    ...(publishedAt === undefined ? [] : [`Published on ${publishedAt.slice(0, 10)}.`]),
    ...(days.some((day) => day.isReplayed)
      ? ['Days marked "replayed" come from requests that the operator replayed, not from traffic of that day.']
      : []),
  ];
}
