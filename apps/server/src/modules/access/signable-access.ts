/** What signing serves of access: each kind. */
import type { Signable } from '#modules/signing/index.ts';
import { signableConsent } from './consents/signable-consent.ts';
import { signableStatement } from './statements/signable-statement.ts';

interface Signed {
  readonly consents: Parameters<typeof signableConsent>[0];
  readonly statements: Parameters<typeof signableStatement>[0];
}

export function signableAccess({ consents, statements }: Signed): readonly Signable[] {
  return [signableConsent(consents), signableStatement(statements)];
}
