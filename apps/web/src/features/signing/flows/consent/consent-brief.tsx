/** Until when, beside the buttons of a phone. */
import { formatDate } from '../../../../shared/format/dates.ts';
import { usePageLocale } from '../../../../shared/i18n/use-text.ts';
import { useSigningText } from '../../messages.ts';
import { useSessionOf } from '../../views/signing-page-context.tsx';
import { isEveryAccount } from './consent-choice.ts';

export function ConsentBrief() {
  const consent = useSessionOf('consent');
  const { details } = consent;
  const text = useSigningText();
  const locale = usePageLocale();
  return (
    <span>
      {text(isEveryAccount(consent) ? 'consent.briefEvery' : 'consent.brief')} <b className="strong">{formatDate(details.validUntil, locale)}</b>
    </span>
  );
}
