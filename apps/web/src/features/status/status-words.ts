/** Texts for states, days and durations. */
import type { Incident, ServiceStatus, StatusDay } from '@portico/contract';
import { type IncidentState, SERVICE_STATE_WORDS, type ServiceState, STATUS_DAYS, STATUS_ZONE } from '@portico/contract/values';
import { addDays, isoDateIn } from '@portico/primitives';
import { formatDate } from '../../shared/format/dates.ts';
import type { BadgeKind } from '../../shared/ui/badge.tsx';

export const STATE_BADGES: Readonly<Record<ServiceState, BadgeKind>> = {
  operational: 'ok',
  degraded: 'warn',
  down: 'error',
  maintenance: 'maint',
  noData: 'plain',
};

export const INCIDENT_BADGES: Readonly<Record<IncidentState, { readonly kind: BadgeKind; readonly word: string }>> = {
  investigating: { kind: 'error', word: 'Investigating' },
  identified: { kind: 'warn', word: 'Identified' },
  monitoring: { kind: 'info', word: 'Monitoring' },
  resolved: { kind: 'ok', word: 'Resolved' },
};

export interface ShownDay {
  readonly date: string;
  readonly state: ServiceState;
  /** Undefined: there is no measurement. */
  readonly measured: StatusDay | undefined;
  readonly incidents: readonly Incident[];
}

/** Every displayed day, oldest first; a day without a measurement has the state `noData`. */
export function daysOf({ serviceId, days }: ServiceStatus, today: string, incidents: readonly Incident[]): readonly ShownDay[] {
  const measuredDays = new Map(days.map((day) => [day.date, day]));
  return Array.from({ length: STATUS_DAYS }, (_, at) => {
    const date = addDays(today, at + 1 - STATUS_DAYS);
    const measured = measuredDays.get(date);
    return { date, state: measured?.state ?? 'noData', measured, incidents: incidents.filter((incident) => touches(incident, serviceId, date)) };
  });
}

/** An open incident also touches today; `date` is a day in the bank's time zone. */
function touches({ services, startedAt, resolvedAt }: Incident, serviceId: string, date: string): boolean {
  const dayOf = (instant: string) => isoDateIn(STATUS_ZONE, new Date(instant));
  return services.some((id) => id === serviceId) && dayOf(startedAt) <= date && (resolvedAt === undefined || date <= dayOf(resolvedAt));
}

/** The events of a day, each as a short sentence. */
export function factsOf({ measured }: ShownDay): readonly string[] {
  if (measured === undefined) return ['Nothing was measured.'];
  const { downSeconds, degradedMinutes, maintenanceMinutes, measuredMinutes } = measured;
  return [
    downSeconds === 0 ? 'No downtime' : `Down for ${duration(downSeconds)}`,
    ...(degradedMinutes === 0 ? [] : [`Degraded for ${duration(degradedMinutes * 60)}`]),
    ...(maintenanceMinutes === 0 ? [] : [`Maintenance for ${duration(maintenanceMinutes * 60)}`]),
    `Measured for ${duration(measuredMinutes * 60)}`,
  ];
}

/** All facts of a day in one text, for screen readers. */
export function dayLabel(day: ShownDay): string {
  const incidents = day.incidents.map(({ title }) => `Incident: ${title}`);
  const facts = day.measured === undefined ? [] : factsOf(day);
  return `${formatDate(day.date, 'en')}: ${[SERVICE_STATE_WORDS[day.state], ...facts, ...incidents].join('. ')}`;
}

/** Share of the measured time, rounded down; undefined without a measurement. */
export function uptimePercent({ days }: ServiceStatus): string | undefined {
  const sum = (of: (day: StatusDay) => number) => days.reduce((total, day) => total + of(day), 0);
  const down = sum(({ downSeconds }) => downSeconds);
  const measured = Math.max(sum(({ measuredMinutes }) => measuredMinutes) * 60, down);
  return measured === 0 ? undefined : (Math.floor((1 - down / measured) * 10_000) / 100).toFixed(2);
}

/** `4200` → `1 h 10 min`; the two largest units. */
export function duration(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3_600), 'h'],
    [Math.floor((seconds % 3_600) / 60), 'min'],
    [Math.floor(seconds % 60), 's'],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).slice(0, 2);
  return shown.length === 0 ? '0 s' : shown.map(([count, unit]) => `${count} ${unit}`).join(' ');
}
