/** How certificates are called on the page. */
import type { Certificate } from '@portico/contract';
import type { CertificateUse, ProviderRole, SecurityProfile } from '@portico/contract/values';
import type { BadgeKind } from '../../shared/ui/badge.tsx';
import type { IconName } from '../../shared/ui/icon.tsx';

export const USE_NAMES: Readonly<Record<CertificateUse, string>> = { web: 'QWAC', seal: 'QSealC' };

export const ROLE_NAMES: Readonly<Record<ProviderRole, { readonly short: string; readonly long: string }>> = {
  pis: { short: 'PI', long: 'PSP_PI, payment initiation' },
  ais: { short: 'AI', long: 'PSP_AI, account information' },
  piis: { short: 'IC', long: 'PSP_IC, funds confirmation' },
};

export const PROFILE_NAMES: Readonly<Record<SecurityProfile, { readonly name: string; readonly meaning: string }>> = {
  basic: { name: 'Client secret', meaning: 'The client secret proves the application. A certificate is possible and not needed.' },
  mtls: { name: 'Certificate', meaning: 'A QWAC replaces the secret, and tokens work with this certificate only. Both OAuth versions.' },
  fapi2: { name: 'FAPI 2.0', meaning: 'OAuth version 2 with pushed requests, a certificate or signed assertions, and tokens bound to a key.' },
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SOON_MS = 7 * DAY_MS;

export interface StateText {
  readonly kind: BadgeKind;
  readonly icon?: IconName;
  readonly text: string;
}

/** @param now ISO time of the sandbox */
export function stateText({ state, use, notAfter }: Certificate, now: string): StateText {
  switch (state) {
    case 'active':
      return activeText(Date.parse(notAfter) - Date.parse(now));
    case 'unproved':
      return { kind: 'info', icon: 'clock', text: use === 'web' ? 'Waits for a handshake' : 'Waits for a signature' };
    case 'expired':
      return { kind: 'warn', text: 'Expired' };
    case 'early':
      return { kind: 'info', icon: 'clock', text: 'Not yet valid' };
    case 'revoked':
      return { kind: 'plain', text: 'Revoked' };
    case 'blocked':
      return { kind: 'plain', text: 'Blocked by the bank' };
  }
}

function activeText(leftMs: number): StateText {
  if (leftMs >= SOON_MS) return { kind: 'ok', text: 'Active' };
  const hours = Math.floor(leftMs / HOUR_MS);
  if (hours < 1) return { kind: 'warn', text: 'Expires within an hour' };
  return { kind: 'warn', text: leftMs < DAY_MS ? `Expires in ${hours} h` : `Expires in ${Math.floor(leftMs / DAY_MS)} d` };
}
