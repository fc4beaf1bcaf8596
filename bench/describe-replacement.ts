/** Describes the requests during the replacement of servers. */
import type { Replaced } from './measure-replacement.ts';

export const failures = ({ failed }: Replaced): number => failed.values().reduce((sum, count) => sum + count, 0);

export function describeReplacement(replaced: Replaced): string {
  const { requests, replacements, seconds, requestsByMethod, failed, exitCodes, acknowledged, booked } = replaced;
  return `## Servers replaced one by one behind nginx

Two servers on one PostgreSQL behind \`deploy/nginx.conf\`; one is ended by SIGTERM and started again, then the other, and so on. Eight customers pay
(a signature is held for a second), six readers read. Nobody repeats a request by himself.

| | |
|---|---|
| requests | ${requests} (${[...requestsByMethod].map(([method, count]) => `${count} ${method}`).join(', ')}), ${(requests / seconds).toFixed(0)} a second |
| replacements | ${replacements}, exit codes ${[...exitCodes].join(', ')} |
| failed (no answer, or 5xx) | ${failures(replaced)}${[...failed].map(([reason, count]) => `; ${count} × ${reason}`).join('')} |
| payments acknowledged / booked | ${acknowledged} / ${booked} |
`;
}
