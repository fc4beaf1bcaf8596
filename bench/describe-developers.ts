/** Describes the results for developers' calls, as text and tables. */
import type { DevelopersCost } from './measure-developers.ts';
import type { Spread } from './statistics.ts';

export function describeDevelopers(costs: ReadonlyMap<string, DevelopersCost>): string {
  const all = [...costs];
  return `## Developers

Accounts and sessions are laid ready; applications, test customers and tokens are made by the server. The guard is measured
beside the same server without the look-up of the session, in turns, with 16 clients: on \`GET /api/tpp\`, which is one look-up itself and where a
guard weighs most, and on \`GET /api/tpp/psu\`, which the tokens page reads. Its budget is two thirds. An application comes with its test customers, their accounts and a token; their history is booked when somebody
first reads them. Database time is what PostgreSQL counts for statements (\`active_time\`), everything else that ran meanwhile included.

| database | call | with the guard, per second | without it | with / without |
|---|---|---|---|---|
${all
  .flatMap(([name, { guards }]) =>
    guards.map((guard) => `| ${name} | \`${guard.path}\` | ${spread(guard.guarded)} | ${spread(guard.unguarded)} | ${share(shareOf(guard))} |`),
  )
  .join('\n')}

| database | database time of an application | whole call p50 / p99 | first read of an account list p50 / p99 | second read p50 / p99 |
|---|---|---|---|---|
${all
  .map(
    ([name, { applicationDatabaseMs, application, firstRead, secondRead }]) =>
      `| ${name} | ${applicationDatabaseMs === undefined ? 'within the call' : `${applicationDatabaseMs.toFixed(1)} ms`} | ${waits(application)} | ${waits(firstRead)} | ${waits(secondRead)} |`,
  )
  .join('\n')}

| database | call | per second among few developers | among many | many / few |
|---|---|---|---|---|
${all
  .flatMap(([name, { calls, few, many }]) =>
    calls.map(
      (call) =>
        `| ${name} | \`${call.path}\` | ${few}: ${spread(call.few)} | ${many}: ${spread(call.many)} | ${share(call.many.median / call.few.median)} |`,
    ),
  )
  .join('\n')}
`;
}

/** The share of the call where the guard weighs most. */
export function guardShare({ guards }: DevelopersCost): number {
  return Math.min(...guards.map(shareOf));
}

function shareOf({ guarded, unguarded }: DevelopersCost['guards'][number]): number {
  return guarded.median / unguarded.median;
}

/** How many times longer a call takes with many developers, for the call that grew most. */
export function developersGrowth({ calls }: DevelopersCost): number {
  return Math.max(...calls.map(({ few, many }) => few.median / many.median));
}

function spread({ median, min, max }: Spread): string {
  return `${median.toFixed(0)} (${min.toFixed(0)}–${max.toFixed(0)})`;
}

function waits({ p50, p99 }: { readonly p50: number; readonly p99: number }): string {
  return `${p50.toFixed(0)} / ${p99.toFixed(0)} ms`;
}

function share(value: number): string {
  return `${(value * 100).toFixed(0)} %`;
}
