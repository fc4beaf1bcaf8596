/**
 * Sends due deliveries. A slot leases one channel and sends its deliveries one after the other, so a receiver that hangs costs one slot. The lease ends
 * later than the longest attempt; after a crash another process sends again what was sent and not recorded, with the same `webhook-id`.
 */
import type { Tx } from '#platform/db/database.ts';
import { newRequestId } from '#platform/http/request-id.ts';
import type { Platform } from '#platform/platform.ts';
import { notificationAttempts } from '#platform/telemetry/instruments.ts';
import {
  type Delivery,
  endLease,
  endRegistration,
  findDue,
  type Lease,
  leaseChannel,
  pauseChannel,
  writeAttempt,
  writeEnd,
  writeFailures,
  writeRetry,
} from '../store/delivery-store.ts';
import { confirmEndpoint, disableEndpoint, hasReceivedSince } from '../store/endpoint-store.ts';
import { composeBody, messageId, signMessage } from './compose-message.ts';
import { judge, judgeTest, type Outcome } from './schedule.ts';

interface OutgoingPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends one request, within its limits of time and size. Never rejects. */
export type SendPost = (post: OutgoingPost) => Promise<Outcome>;

export interface DeliveryParts {
  readonly platform: Pick<Platform, 'db' | 'write' | 'clock' | 'random' | 'log'>;
  readonly apiBase: string;
  readonly send: SendPost;
  /** The keys that sign for a channel, the present one first; none: its application must not get anything at this URL now. */
  readonly keysOf: (channel: Pick<Lease, 'appId' | 'endpointId'>, url: string) => Promise<readonly (string | Buffer)[]>;
  readonly shutdown: { readonly signal: AbortSignal };
}

const SLOTS = 32;
const LEASE_SECONDS = 60;
const SENT_MAX = 50;
/** With one more attempt of 15 seconds this is far from the end of the lease. */
const TURN_MS = 10_000;
/** An application that is suspended, or has no redirect URI of the origin any more, is looked at again after this time. */
const SUSPENDED_SECONDS = 300;

export function createDeliverer(parts: DeliveryParts): () => Promise<void> {
  const { db, random, log } = parts.platform;
  let active = 0;

  /** Each slot that finds work starts another one, until no channel is due. */
  async function work(): Promise<void> {
    if (active >= SLOTS) return;
    active += 1;
    const others: Promise<void>[] = [];
    try {
      while (!parts.shutdown.signal.aborted) {
        const lease = await leaseChannel(db, random.id('lse'), LEASE_SECONDS);
        if (lease === undefined) break;
        others.push(work());
        try {
          await serve(parts, lease);
        } finally {
          await endLease(db, lease);
        }
      }
    } catch (error) {
      log.warn({ err: error }, 'Notifications were not delivered; they are sent again.');
    } finally {
      active -= 1;
    }
    await Promise.all(others);
  }
  return work;
}

async function serve(parts: DeliveryParts, lease: Lease): Promise<void> {
  const { db, write } = parts.platform;
  const endsAt = performance.now() + TURN_MS;
  for (let sent = 0; sent < SENT_MAX && performance.now() < endsAt && !parts.shutdown.signal.aborted; sent += 1) {
    const delivery = await findDue(db, lease);
    if (delivery === undefined) return;
    const keys = await parts.keysOf(lease, delivery.url);
    if (keys.length === 0) return write(({ tx }) => pauseChannel(tx, lease, SUSPENDED_SECONDS));
    const startedAt = performance.now();
    const outcome = await attempt(parts, delivery, keys);
    await record(parts, lease, delivery, { outcome, durationMs: Math.round(performance.now() - startedAt) });
  }
}

async function attempt({ platform, apiBase, send }: DeliveryParts, delivery: Delivery, keys: readonly (string | Buffer)[]): Promise<Outcome> {
  const id = messageId(delivery);
  const body = composeBody(delivery, apiBase);
  const signed = signMessage(id, await platform.clock.realNow(platform.db), body, keys);
  const headers = { 'content-type': 'application/json', 'x-request-id': newRequestId(), ...signed };
  return send({ url: delivery.url, headers, body });
}

interface Ended {
  readonly outcome: Outcome;
  readonly durationMs: number;
}

async function record(
  { platform: { write, random } }: DeliveryParts,
  lease: Lease,
  delivery: Delivery,
  { outcome, durationMs }: Ended,
): Promise<void> {
  const text = 'status' in outcome ? String(outcome.status) : outcome.fault;
  const isTest = delivery.type === 'ping';
  const verdict = isTest ? judgeTest(outcome) : judge(outcome, delivery, random.bytes(1).readUInt8() / 255);
  notificationAttempts.add(1, { outcome: 'fault' in outcome ? outcome.fault : verdict.next === 'delivered' ? 'delivered' : 'refused' });
  await write(async ({ tx }) => {
    await writeAttempt(tx, delivery, { durationMs, outcome: text, excerpt: excerptOf(outcome) });
    const isAway = verdict.next === 'retry' && verdict.scope === 'channel';
    if (!isTest) await writeFailures(tx, lease, isAway ? delivery.failures + 1 : 0);
    if (verdict.next === 'retry') {
      await writeRetry(tx, delivery, text, verdict.seconds);
      if (isAway) await pauseChannel(tx, lease, verdict.seconds);
    } else if (verdict.next === 'gone') {
      await (delivery.endpointId === '' ? endRegistration(tx, delivery, delivery.url) : disableEndpoint(tx, delivery, 'gone', text));
    } else {
      const isWritten = await writeEnd(tx, delivery, verdict.next, text);
      if (isWritten && delivery.endpointId !== '') await noteEnd(tx, delivery, verdict.next);
    }
  });
}

/** A test event that was received confirms the endpoint. Where no message was received since the failed one, the bank stops sending. */
async function noteEnd(tx: Tx, delivery: Delivery, end: 'delivered' | 'dead'): Promise<void> {
  if (end === 'delivered') return delivery.type === 'ping' ? confirmEndpoint(tx, delivery) : undefined;
  if (delivery.type !== 'ping' && !(await hasReceivedSince(tx, delivery))) await disableEndpoint(tx, delivery, 'failures', 'disabled');
}

const EXCERPT_LENGTH = 500;

/** What a page can show of it: the receiver wrote it. */
function excerptOf(outcome: Outcome): string | undefined {
  const given = 'status' in outcome ? Buffer.from(outcome.body?.subarray(0, 4 * EXCERPT_LENGTH) ?? []).toString('utf8') : (outcome.text ?? '');
  const shown = given
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, EXCERPT_LENGTH)
    .toWellFormed();
  return shown === '' ? undefined : shown;
}
