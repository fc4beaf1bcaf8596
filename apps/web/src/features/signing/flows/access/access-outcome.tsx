/** When it was signed, and how it stands: the last rows of the success view of everything that is read and not paid. */
import type { UiConsentStatus } from '@portico/contract/values';
import { formatDateTime } from '../../../../shared/format/dates.ts';
import { usePageLocale } from '../../../../shared/i18n/use-text.ts';
import { Badge, type BadgeKind } from '../../../../shared/ui/badge.tsx';
import { Definition } from '../../../../shared/ui/definition-list.tsx';
import { type SigningKey, useSigningText } from '../../messages.ts';
import { useSession, useSigningPage } from '../../views/signing-page-context.tsx';

const STATUS_KINDS: Readonly<Record<UiConsentStatus, BadgeKind>> = {
  received: 'info',
  partially_authorised: 'info',
  valid: 'ok',
  rejected: 'error',
  revoked_by_psu: 'plain',
  expired: 'plain',
  terminated_by_tpp: 'plain',
};

/** `signedLabel`: "Confirmed", "Signed". */
export function AccessOutcome({ status, signedLabel }: { status: UiConsentStatus; signedLabel: SigningKey }) {
  const { config } = useSigningPage();
  const { details, bankCountry } = useSession();
  const text = useSigningText();
  const locale = usePageLocale();
  return (
    <>
      {details.signedAt === undefined ? null : (
        <Definition label={text(signedLabel)}>{formatDateTime(details.signedAt, locale, config.timeZones[bankCountry])}</Definition>
      )}
      <Definition label={text('access.status')}>
        <Badge kind={STATUS_KINDS[status]}>{text(`access.status.${status}`)}</Badge>
      </Definition>
    </>
  );
}
