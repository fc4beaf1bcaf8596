/** Whether an application has what a security profile needs. */
import type { SecuritySettings } from '@portico/contract';
import type { CertificateState, CertificateUse } from '@portico/contract/values';
import { notAcceptable } from './certificate-refusals.ts';
import type { WithState } from './show-certificates.ts';

/** A certificate in these states can open something, today or after its first handshake. */
const USABLE: ReadonlySet<CertificateState> = new Set(['active', 'unproved', 'early']);

/** @param isBasicAllowed false before a bank's own core. @throws UiRefusal 400. */
export function checkSecurity(settings: SecuritySettings, certificates: readonly WithState[], isBasicAllowed: boolean): void {
  const has = (use: CertificateUse) => certificates.some(({ certificate, state }) => certificate.use === use && USABLE.has(state));
  const hasKeys = (settings.jwks?.keys.length ?? 0) > 0;
  if (settings.profile === 'basic' && !isBasicAllowed)
    throw notAcceptable('At this bank applications identify themselves by certificate. Choose the profile mtls or fapi2.', 'profile');
  if (settings.profile === 'mtls' && !has('web'))
    throw notAcceptable('The profile mtls needs a QWAC, and the application has none that is valid. Issue or upload one first.', 'profile');
  if (settings.profile === 'fapi2' && !has('web') && !hasKeys)
    throw notAcceptable(
      'The profile fapi2 needs a QWAC or the public keys of private_key_jwt, and the application has neither. Add one first.',
      'profile',
    );
  if (settings.signsRequests && !has('seal'))
    throw notAcceptable('Signed requests need a QSealC, and the application has none that is valid. Issue or upload one first.', 'signsRequests');
}
