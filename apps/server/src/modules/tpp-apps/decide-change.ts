/** Changes of admitted applications: a change takes effect after an operator has approved it; until then the present values stay in force. */
import { isDeepStrictEqual } from 'node:util';
import type { WriteContext } from '#platform/db/run-write.ts';
import { AdmissionMistake, fingerprintOf } from './admission.ts';
import type { AppChange } from './change-store.ts';
import * as store from './change-store.ts';
import type { AdmissionEntry, NewChange, RegisteredApp } from './tpp-apps.ts';

/** Merges a requested change into the pending one. Undefined: the result equals the present values. */
export function mergeChange(app: RegisteredApp, asked: AppChange, changeId: string): NewChange | undefined {
  const { pendingChange: waiting } = app;
  const clientName = asked.clientName ?? waiting?.clientName ?? app.clientName;
  const redirectUris = asked.redirectUris ?? waiting?.redirectUris ?? app.redirectUris;
  const contacts = asked.contacts ?? waiting?.contacts ?? app.contacts;
  const jwks = asked.jwks ?? waiting?.jwks;
  const changes = {
    ...(clientName === app.clientName ? {} : { clientName }),
    ...(isSame(redirectUris, app.redirectUris) ? {} : { redirectUris }),
    ...(isSame(contacts, app.contacts) ? {} : { contacts }),
    ...(jwks === undefined || isDeepStrictEqual(jwks, app.security.jwks) ? {} : { jwks }),
  };
  return Object.keys(changes).length === 0 ? undefined : { changeId, ...changes };
}

/** True when the pending change has this content. */
export function isPending({ pendingChange }: RegisteredApp, asked: NewChange | undefined): boolean {
  if (pendingChange === undefined || asked === undefined) return false;
  const contentOf = ({ clientName, redirectUris, contacts, jwks }: NewChange) => [clientName, redirectUris, contacts, jwks];
  return isDeepStrictEqual(contentOf(pendingChange), contentOf(asked));
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}

/** Undefined: there is no such application. @throws AdmissionMistake when its owner has changed it since the operator read it. */
export async function admitApp(
  context: WriteContext,
  clientId: string,
  entry: AdmissionEntry,
  fingerprint: string,
): Promise<RegisteredApp | undefined> {
  const app = await store.lockApp(context.tx, { clientId });
  if (app === undefined) return undefined;
  if (fingerprintOf(app) !== fingerprint) {
    throw new AdmissionMistake(
      `The owner has changed ${clientId} since you read it, or the fingerprint is another one. Read it again with: app find ${clientId}`,
    );
  }
  const admitted = await store.writeAdmission(context.tx, app, entry);
  const { clientName, redirectUris } = admitted;
  await record(context, 'application.admitted', admitted, {}, { ...entry, clientName, redirectUris });
  return admitted;
}

export async function decideChange(context: WriteContext, changeId: string, decision: 'approve' | 'reject'): Promise<RegisteredApp | undefined> {
  const app = await store.lockApp(context.tx, { changeId });
  const change = app?.pendingChange;
  if (app === undefined || change === undefined) return undefined;
  if (decision === 'approve') await store.updateApp(context.tx, app, change);
  const decided = await store.writePendingChange(context.tx, app, undefined);
  const { clientName, redirectUris, contacts, jwks } = change;
  await record(
    context,
    decision === 'approve' ? 'application.change-approved' : 'application.change-rejected',
    app,
    { changeId },
    { clientName, redirectUris, contacts, jwks },
  );
  return decided;
}

/** Ids go into the permanent part of the audit entry. Names, addresses and contacts go into its erasable content. */
export function record(
  { audit }: WriteContext,
  event: string,
  { appId, sandboxId, clientId }: RegisteredApp,
  ids: Readonly<Record<string, string>> = {},
  content?: unknown,
): Promise<void> {
  return audit({ chain: `application:${appId}`, sandboxId, event, ids: { appId, clientId, ...ids }, ...(content === undefined ? {} : { content }) });
}
