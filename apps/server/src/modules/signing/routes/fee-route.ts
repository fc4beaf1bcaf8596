/** The fee of a signature: `ui/payment/fee`. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { FeeQuery, PaymentFee, SigningHeaders } from '@portico/contract';
import { formatCents } from '@portico/primitives';
import type { FastifyInstance } from 'fastify';
import type { EngineDeps } from '../deps.ts';
import { tellEnd } from '../end/tell-end.ts';
import { requireAuthority } from '../entry/authority.ts';
import { requireAccount } from '../page/debtor-accounts.ts';
import { wrongKind } from '../session/refusals.ts';

/** For a bulk payment the sum of all items; for a periodic payment the fee of each run; for a cancellation the fee of the cancelled payment. */
export function registerFeeRoute(instance: FastifyInstance, engine: EngineDeps): void {
  const app = instance.withTypeProvider<TypeBoxTypeProvider>();
  app.get('/api/ui/payment/fee', { schema: { headers: SigningHeaders, querystring: FeeQuery, response: { 200: PaymentFee } } }, (request) =>
    tellEnd(engine, async () => {
      const authority = await requireAuthority(engine, request, request.headers['signing-id'], { touch: false });
      const { session } = authority;
      const { fee } = engine.kindOf(session.kind);
      if (fee === undefined) throw wrongKind();
      const { debtorIban } = request.query;
      const { currency } = await requireAccount(engine, authority, debtorIban, 'query:debtorIban');
      const { totalCents, items } = await fee(engine.platform.db, session, debtorIban);
      const itemised = items?.map(({ feeCents, count }) => ({ sum: formatCents(feeCents), count }));
      return { sum: formatCents(totalCents), crcCode: currency, ...(itemised === undefined ? {} : { items: itemised }) };
    }),
  );
}
