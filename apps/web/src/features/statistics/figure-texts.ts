/** Figures as they are published: three decimals, a dash without traffic. */
import type { StatisticsFigures, StatisticsQuarter } from '@portico/contract';
import { DEFAULT_LOCALE } from '@portico/contract/values';
import { formatDate } from '../../shared/format/dates.ts';

export type FigureName = 'aisMs' | 'pisMs' | 'fundsMs' | 'uptimePercent' | 'downtimePercent' | 'errorPercent';

const THREE = new Intl.NumberFormat('en', { minimumFractionDigits: 3, maximumFractionDigits: 3 });
const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const MONTHS = ['January to March', 'April to June', 'July to September', 'October to December'];

export const figureText = (value: number | null): string => (value === null ? '-' : THREE.format(value));
export const countText = (value: number): string => WHOLE.format(value);
export const percentText = (value: number | null): string => (value === null ? 'no data' : `${THREE.format(value)} %`);
export const msText = (value: number | null): string => (value === null ? 'no data' : `${WHOLE.format(value)} ms`);

/** `2026-09-30` → `September 30, 2026`. */
export function dayText(day: string): string {
  return Number.isNaN(Date.parse(`${day}T00:00:00Z`)) ? day : formatDate(day, DEFAULT_LOCALE);
}

/** `2026Q3` → `2026, quarter 3`. */
export const quarterText = (period: string): string => `${period.slice(0, 4)}, quarter ${period.slice(5)}`;
export const monthsText = ({ period }: Pick<StatisticsQuarter, 'period'>): string => MONTHS[Number(period.slice(5)) - 1] ?? '';

/** `2460` → `41 min`. */
export function downtimeText({ downtimeSeconds, downtimePercent }: StatisticsFigures): string {
  if (downtimePercent === null) return 'no data';
  if (downtimeSeconds < 120) return `${WHOLE.format(downtimeSeconds)} s`;
  return downtimeSeconds < 7200 ? `${WHOLE.format(downtimeSeconds / 60)} min` : `${(downtimeSeconds / 3600).toFixed(1)} h`;
}
