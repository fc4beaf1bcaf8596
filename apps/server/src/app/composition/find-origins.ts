/** Where a signed order comes from, for the bank's core: provider, request and signatures, from what the signature has stored. Three statements. */

import { literals } from '@portico/contract';
import { AUTH_METHODS, PAYMENT_KINDS } from '@portico/contract/values';
import { Type } from 'typebox';
import { readTold, type ToldEntry } from '#modules/audit/index.ts';
import { BANK_TENANT } from '#modules/bank/index.ts';
import type { CoreOrigin, FindOrigins } from '#modules/bank-core/index.ts';
import { listSigned, type SignedSession } from '#modules/signing/index.ts';
import { guardOf } from '#platform/guard-of.ts';
import type { Modules } from './modules.ts';

type Signature = CoreOrigin['signatures'][number];

const Evidence = Type.Object({ signatory: Type.String(), method: literals(AUTH_METHODS) });
const isFirst = guardOf(Type.Object({ signature: Evidence }));
const isSecond = guardOf(
  Type.Object({
    decidedAt: Type.String(),
    signatory: Type.Optional(Type.String()),
    method: Type.Optional(literals(AUTH_METHODS)),
    contentHash: Type.Optional(Type.String()),
  }),
);

export const createFindOrigins =
  (modules: () => Pick<Modules, 'tppApps'>): FindOrigins =>
  async (tx, orders) => {
    const resourceIds = [...new Set(orders.map(({ paymentId }) => paymentId))];
    const sessions = await listSigned(tx, { sandboxId: BANK_TENANT, kinds: PAYMENT_KINDS, resourceIds });
    const chains = [...sessions.map(({ authorisationId }) => `signing:${authorisationId}`), ...resourceIds.map((id) => `payment:${id}`)];
    const told = await readTold(tx, chains, ['signing.signed', 'payment.co-signed']);
    const apps = await modules().tppApps.listByIds(tx, [...new Set(orders.map(({ appId }) => appId))]);
    return new Map(
      orders.flatMap(({ paymentId, appId, requestId }) => {
        const app = apps.find((each) => each.appId === appId);
        if (app === undefined) return [];
        const { clientId, registeredName: name, admission } = app;
        const number = admission?.authorisationNumber;
        const firsts = sessions.filter(({ resourceId }) => resourceId === paymentId).map((session) => toFirst(session, told));
        const seconds = told.filter(({ chain }) => chain === `payment:${paymentId}`).flatMap(toSecond);
        const provider = { clientId, name, ...(number === undefined ? {} : { authorisationNumber: number }) };
        return [
          [
            paymentId,
            { provider, orderId: paymentId, ...(requestId === undefined ? {} : { requestId }), signatures: [...firsts, ...seconds] },
          ] as const,
        ];
      }),
    );
  };

/** Without name and method where the content of the entry was erased. */
function toFirst({ authorisationId, customerId, challengeId, contentHash, signedAt }: SignedSession, told: readonly ToldEntry[]): Signature {
  const content = contentOf(told.find(({ chain }) => chain === `signing:${authorisationId}`));
  const evidence = isFirst(content) ? { name: content.signature.signatory, method: content.signature.method } : {};
  return { customerId, signedAt: signedAt.toISOString(), ...evidence, ...(challengeId && { challengeId }), ...(contentHash && { contentHash }) };
}

/** The second signature, here or in the bank's channels, which name no person. */
function toSecond(entry: ToldEntry): readonly Signature[] {
  const content = contentOf(entry);
  if (!isSecond(content)) return [];
  const { signatoryId: customerId, challengeId } = entry.ids;
  const { decidedAt: signedAt, signatory: name, method, contentHash } = content;
  return [
    {
      signedAt,
      ...(customerId && { customerId }),
      ...(challengeId && { challengeId }),
      ...(name && { name }),
      ...(method && { method }),
      ...(contentHash && { contentHash }),
    },
  ];
}

function contentOf(entry: ToldEntry | undefined): unknown {
  return entry?.content ? JSON.parse(entry.content) : undefined;
}
