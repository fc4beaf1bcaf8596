/** Remembers the last body that each customer's application sent to each section of the API, for the explorer. */

import { UI_BODY_BYTES_MAX } from '@portico/contract/values';
import type { FastifyInstance } from 'fastify';
import type { Owner } from '#modules/bank/index.ts';
import type { Db } from '#platform/db/database.ts';
import { hasTenant } from '#platform/tenant/tenant-store.ts';
import { writePayload } from './current-customer-store.ts';

/** First segment of the route → id of the section. */
const SECTIONS = new Map([
  ['payments', 'payments'],
  ['periodic-payments', 'periodic-payments'],
  ['bulk-payments', 'bulk-payments'],
  ['consents', 'consents'],
  ['funds-confirmations', 'funds-confirmations'],
  ['payee-verifications', 'payee-verifications'],
  ['transactions-statements', 'transactions-statement'],
]);
const PREFIX = '/api/v1/';

/** `holderOf`: who stood behind the token that the request passed with; undefined when there was none. */
export function rememberPayloads(app: FastifyInstance, deps: { readonly db: Db; readonly holderOf: (request: object) => Owner | undefined }): void {
  // Before the body is checked: one that is refused was sent, too.
  app.addHook('preValidation', async (request) => {
    if (request.method !== 'POST' || request.body === undefined || request.body === null) return;
    const { url: route = '' } = request.routeOptions;
    if (!route.startsWith(PREFIX)) return;
    const [section = '', ...below] = route.slice(PREFIX.length).split('/');
    // What starts an authorisation, of a cancellation too, is no body that creates something.
    const apiId = below.some((segment) => segment.endsWith('authorisations')) ? undefined : SECTIONS.get(section);
    const holder = deps.holderOf(request);
    if (apiId === undefined || holder === undefined || JSON.stringify(request.body).length > UI_BODY_BYTES_MAX) return;
    try {
      await writePayload(deps.db, holder, apiId, request.body);
    } catch (error) {
      // The application was deleted at this moment: the call itself says what that means for it.
      if (await hasTenant(deps.db, holder.sandboxId)) throw error;
    }
  });
}
