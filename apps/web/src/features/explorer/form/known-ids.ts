/** Ids that one answer gave and another call asks for, so that nobody copies them by hand. */
import type { SliceParameter } from '@portico/contract';

/**
 * By {@link idName}, for headers and queries; for a path by {@link placeOf} as well: the `paymentId` of a periodic payment names no
 * bulk payment, nor is the authorisation of a payment that of its cancellation.
 */
export type KnownIds = Readonly<Record<string, string>>;

/** `Consent-ID`, `consentId` and `consent-id` are the same thing. */
export function idName(parameter: string): string {
  return parameter.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** Where an id of a path stands: `/v1/consents/{consentId}/status`, `consentId` → `/v1/consents consentid`. */
export function placeOf(path: string, parameter: string): string {
  const [before = ''] = path.split(`/{${parameter}}`, 1);
  return `${before} ${idName(parameter)}`;
}

/** What is filled in for a parameter. A path takes only what belongs in its place. */
export function knownId(ids: KnownIds, path: string, { name, in: place }: Pick<SliceParameter, 'name' | 'in'>): string | undefined {
  return ids[place === 'path' ? placeOf(path, name) : idName(name)];
}
