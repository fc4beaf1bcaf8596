/** The job that fetches lists of revoked certificates again, so that a call finds a present one and waits for none. */

import { revocationQuestions } from '#platform/telemetry/instruments.ts';
import { thumbprintOf } from '#platform/tls/mtls-call.ts';
import { readX509 } from '../../read/x509.ts';
import type { Anchor } from '../anchors.ts';
import { dateText } from '../dates.ts';
import { CRL_BYTES_MAX, checkCrl } from './crl.ts';
import type { FetchStatus } from './fetch-status.ts';
import type { RefreshedList, RevocationList } from './revocation-list-store.ts';

const HOUR_MS = 3_600_000;
const USED_MS = 7 * 24 * HOUR_MS;
/** The most lists of one run; the others follow in the next. */
const LISTS_MAX = 20;
/** After this time the rest waits for the next run: the job runner takes a job for dead after a minute. */
const RUN_MS_MAX = 20_000;

export interface RefreshParts {
  /** The trusted authorities of the moment. A list of an authority that is no longer trusted is not fetched. */
  readonly anchors: () => Promise<readonly Anchor[]>;
  readonly lists: {
    readonly due: (
      times: Readonly<Record<'usedSince' | 'fetchedBefore' | 'endsBefore', Date>> & { limit: number },
    ) => Promise<readonly RefreshedList[]>;
    readonly keep: (list: RevocationList) => Promise<void>;
  };
  readonly fetchStatus: FetchStatus;
  /** Real time. */
  readonly now: () => Date;
  /** Writes a line for operators to the log. */
  readonly alert: (text: string) => void;
}

/** Fetches the lists of the last week's calls that are an hour old, or run out within an hour. A list that cannot be read leaves the kept one. */
export async function refreshLists({ anchors, lists, fetchStatus, now, alert }: RefreshParts): Promise<void> {
  const began = performance.now();
  const hosts = new Map((await anchors()).map(({ der, revocationHosts }) => [thumbprintOf(der), revocationHosts]));
  const at = now().getTime();
  const times = { usedSince: new Date(at - USED_MS), fetchedBefore: new Date(at - HOUR_MS), endsBefore: new Date(at + HOUR_MS) };
  for (const list of await lists.due({ ...times, limit: LISTS_MAX })) {
    const allowed = hosts.get(list.anchor);
    if (allowed === undefined) continue;
    if (performance.now() - began > RUN_MS_MAX) return;
    const { url, nextUpdate } = list;
    const response = await fetchStatus({ url, hosts: allowed, bytesMax: CRL_BYTES_MAX });
    const issuer = readX509(list.issuerDer);
    const fetchedAt = now();
    const checked = !response.ok ? response : issuer.ok ? checkCrl(response.bytes, { issuer: issuer.x509, at: fetchedAt }) : undefined;
    revocationQuestions.add(1, { source: 'crl', outcome: checked?.ok === true ? 'good' : 'failed' });
    if (response.ok && checked?.ok === true) await lists.keep({ ...list, ...checked.dates, der: response.bytes, fetchedAt });
    else if (checked?.ok === false) alert(`The CRL ${url} cannot be read: ${checked.text}. The kept one counts until ${dateText(nextUpdate)}.`);
  }
}
