/** Until when, beside the buttons of a phone. */
import { formatDate } from '../../../../shared/format/dates.ts';
import { usePageLocale } from '../../../../shared/i18n/use-text.ts';
import { useSigningText } from '../../messages.ts';
import { useConsent } from './consent-session.ts';

export function ConsentBrief() {
  const { details } = useConsent();
  const text = useSigningText();
  const locale = usePageLocale();
  return (
    <span>
      {text('consent.brief')} <b className="strong">{formatDate(details.validUntil, locale)}</b>
    </span>
  );
}
