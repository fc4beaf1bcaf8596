/** What this module needs of the sandbox's test authority, which a higher module implements. A server before a bank's own core has none. */
import type { Reader } from '#platform/db/database.ts';

export interface TestCertificates {
  /** The authority's root, as PEM. Must not be called inside a write: the first call creates the authority. */
  caPem(): Promise<string>;
  /** By thumbprint: those of these certificates that the authority issued. Their dates are those of the sandbox's clock. */
  findIssued(reader: Reader, thumbprints: readonly string[]): Promise<ReadonlyMap<string, { readonly revokedAt: Date | undefined }>>;
}
