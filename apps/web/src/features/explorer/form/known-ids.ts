/** Ids from responses that later calls need, so that developers need not copy them. */
import type { SliceParameter } from '@portico/contract';

/**
 * By {@link idName} for headers and queries; for a path also by {@link placeOf}. The `paymentId` of a periodic payment is no bulk payment's, and
 * the authorisation of a payment differs from that of its cancellation.
 */
export type KnownIds = Readonly<Record<string, string>>;

/** `Consent-ID`, `consentId` and `consent-id` are the same name. */
export function idName(parameter: string): string {
  return parameter.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** The position of an id in a path: `/v1/consents/{consentId}/status`, `consentId` → `/v1/consents consentid`. */
export function placeOf(path: string, parameter: string): string {
  const [before = ''] = path.split(`/{${parameter}}`, 1);
  return `${before} ${idName(parameter)}`;
}

/** The known value of a parameter. A path parameter only gets an id from the same position. */
export function knownId(ids: KnownIds, path: string, { name, in: place }: Pick<SliceParameter, 'name' | 'in'>): string | undefined {
  return ids[place === 'path' ? placeOf(path, name) : idName(name)];
}
