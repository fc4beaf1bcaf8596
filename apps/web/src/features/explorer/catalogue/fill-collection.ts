/** Fills the variables of the Postman collection with the values of a developer. */
import type { ApplicationIdentity, TokenUser } from '@portico/contract';
import { isRecord } from '../../../shared/api/api-error.ts';

interface Values {
  readonly application: ApplicationIdentity;
  /** The test customer who holds a token. */
  readonly customer: Pick<TokenUser, 'access_token'> | undefined;
}

/**
 * The client secret stays empty, because a file with it would be passed on.
 *
 * @param collection as the server sent it; another shape is returned unchanged
 */
export function fillCollection(collection: unknown, { application: { clientId, redirectionUris }, customer }: Values): unknown {
  if (!isRecord(collection) || !Array.isArray(collection.variable)) return collection;
  const [redirectUri = ''] = redirectionUris;
  const values = new Map([
    ['clientId', clientId],
    ['redirectUri', redirectUri],
    ['returnAddress', redirectUri],
    ['accessToken', customer?.access_token ?? ''],
  ]);
  const variable = collection.variable.map((one: unknown) => (isRecord(one) ? { ...one, value: values.get(String(one.key)) ?? one.value } : one));
  return { ...collection, variable };
}
