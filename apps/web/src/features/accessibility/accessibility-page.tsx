/** `/bank/accessibility`: the statement that Directive (EU) 2019/882, Annex V requires of the service; readable without a sign-in. */
import type { RuntimeConfig } from '@portico/contract';
import { BANK_SESSION_TOTAL_SECONDS, SIGNING_TOTAL_SECONDS } from '@portico/contract/values';
import { OwnPage } from '../../shared/bank-pages/own-page.tsx';
import { Headline } from '../../shared/ui/headline.tsx';
import styles from './accessibility.module.css';
import { useAccessibilityText } from './messages.ts';

const WAYS = ['input', 'size', 'looks', 'languages', 'time'] as const;

export function AccessibilityPage({ config }: { config: RuntimeConfig }) {
  const { bankName, bankLegalName, supportContact, accessibilityAuthority } = config;
  const text = useAccessibilityText();
  return (
    <OwnPage name={undefined} documentTitle={text('accessibility.documentTitle', { bankName })} config={config}>
      <Headline>{text('accessibility.title')}</Headline>
      <p>{text('accessibility.intro', { bankLegalName })}</p>
      <h2>{text('accessibility.service.title')}</h2>
      <p>{text('accessibility.service.text')}</p>
      <h2>{text('accessibility.how.title')}</h2>
      <ul className={styles.list}>
        {WAYS.map((way) => (
          <li key={way}>{text(`accessibility.how.${way}`)}</li>
        ))}
      </ul>
      <h2>{text('accessibility.standard.title')}</h2>
      <p>{text('accessibility.standard.text')}</p>
      <h2>{text('accessibility.limits.title')}</h2>
      <ul className={styles.list}>
        <li>{text('accessibility.limits.methods')}</li>
        <li>{text('accessibility.limits.time', { signing: SIGNING_TOTAL_SECONDS / 60, session: BANK_SESSION_TOTAL_SECONDS / 60 })}</li>
        <li>{text('accessibility.limits.pdf')}</li>
      </ul>
      <h2>{text('accessibility.contact.title')}</h2>
      <p>{text('accessibility.contact.text', { contact: supportContact })}</p>
      {accessibilityAuthority === undefined ? null : <p>{text('accessibility.contact.authority', { authority: accessibilityAuthority })}</p>}
    </OwnPage>
  );
}
