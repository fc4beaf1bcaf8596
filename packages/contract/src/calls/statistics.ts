/**
 * Statistics of availability and performance (RTS Art. 32(4), EBA/GL/2018/07), public.
 *
 * | call | answer |
 * |---|---|
 * | `GET {api}/api/statistics` | 200 {@link StatisticsList}, the latest quarter first |
 * | `GET {api}/api/statistics/report/{reportId}` | 200 {@link StatisticsReport}; 404 |
 * | `GET {api}/api/statistics/file/{reportId}` | 200 the file, to be saved; 404. The report's `url` leads here, and nowhere else |
 * | `GET {api}/api/statistics/quarter/{period}` | 200 {@link StatisticsQuarter}: the figures of the files, for the page; 404 |
 */
import { type Static, Type } from 'typebox';
import { closed, IsoDate, IsoInstant, literals } from '../entities/common.ts';
import { STATISTICS_FORMATS } from '../statistics-values.ts';

/** `2026Q3`. */
const Period = Type.String({ pattern: '^[0-9]{4}Q[1-4]$', description: 'a quarter such as 2026Q3' });

export const StatisticsListItem = Type.Object(
  {
    /** `2026q3-csv`. */
    reportId: Type.String({ pattern: '^[a-z0-9-]{1,64}$' }),
    title: Type.String(),
    period: Period,
    format: literals(STATISTICS_FORMATS),
    /** True while the quarter has not ended; the figures are incomplete. */
    isRunning: Type.Boolean(),
  },
  closed,
);
export type StatisticsListItem = Static<typeof StatisticsListItem>;
export const StatisticsList = Type.Array(StatisticsListItem);
export type StatisticsList = Static<typeof StatisticsList>;

export const StatisticsReport = Type.Object(
  {
    /** `PSD2_KPI_2026Q3.csv`. */
    fileName: Type.String(),
    /** Relative to `{api}/api/statistics/file/`. */
    url: Type.String(),
  },
  closed,
);
export type StatisticsReport = Static<typeof StatisticsReport>;

/** Rounded to three decimals; null without traffic. */
const Figure = Type.Union([Type.Number(), Type.Null()]);

export const StatisticsFigures = Type.Object(
  {
    /** Mean response time in milliseconds for account information, payment initiation and confirmation of funds. */
    aisMs: Figure,
    pisMs: Figure,
    fundsMs: Figure,
    uptimePercent: Figure,
    downtimePercent: Figure,
    errorPercent: Figure,
    downtimeSeconds: Type.Number(),
    requests: Type.Number(),
    /** Requests that the bank failed to answer. */
    errors: Type.Number(),
  },
  closed,
);
export type StatisticsFigures = Static<typeof StatisticsFigures>;

const Interfaces = { dedicated: StatisticsFigures, customer: StatisticsFigures };

export const StatisticsDay = Type.Object(
  {
    day: IsoDate,
    /** True: from requests of the operator's `replay` instead of that day's traffic. */
    isReplayed: Type.Boolean(),
    /** True while the day has not ended; the figures are incomplete. */
    isRunning: Type.Boolean(),
    ...Interfaces,
  },
  closed,
);
export type StatisticsDay = Static<typeof StatisticsDay>;

export const StatisticsQuarter = Type.Object(
  {
    period: Period,
    /** First and last day of the quarter. */
    from: IsoDate,
    to: IsoDate,
    isRunning: Type.Boolean(),
    /** The publication of the finished quarter. */
    publishedAt: Type.Optional(IsoInstant),
    /** IANA name of the time zone of these days. */
    timeZone: Type.String(),
    /** From the first measured day on, in order; empty without a measurement. */
    days: Type.Array(StatisticsDay),
    /** Figures of all days together. */
    whole: Type.Object(Interfaces, closed),
  },
  closed,
);
export type StatisticsQuarter = Static<typeof StatisticsQuarter>;
