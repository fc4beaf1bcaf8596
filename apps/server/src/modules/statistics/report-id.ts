/** `2026q3-csv`: a name in a table of names, never a path. */
import { STATISTICS_FORMATS, type StatisticsFormat } from '@portico/contract/values';
import { type Quarter, readPeriod } from './quarter.ts';

export interface NamedReport {
  readonly quarter: Quarter;
  readonly format: StatisticsFormat;
}

const REPORT_ID = /^(\d{4}q[1-4])-([a-z]{3})$/;

export const reportIdOf = ({ quarter, format }: NamedReport): string => `${quarter.period.toLowerCase()}-${format}`;
export const fileNameOf = ({ quarter, format }: NamedReport): string => `PSD2_KPI_${quarter.period}.${format}`;

/** Undefined for what names no report. */
export function readReportId(text: string): NamedReport | undefined {
  const [, period = '', ending] = REPORT_ID.exec(text) ?? [];
  const format = STATISTICS_FORMATS.find((known) => known === ending);
  const quarter = readPeriod(period.toUpperCase());
  return quarter === undefined || format === undefined ? undefined : { quarter, format };
}
