/** The quiet end of every page that a bank's customer sees: how to recognise the bank, whom to ask, the privacy notice and the accessibility statement. */
import type { RuntimeConfig } from '@portico/contract';
import { RichText } from '../i18n/rich-text.tsx';
import type { SharedKey } from '../i18n/shared-catalogue.ts';
import { useText } from '../i18n/use-text.ts';
import styles from './bank-footer.module.css';

export function BankFooter({ config }: { config: Pick<RuntimeConfig, 'supportContact'> }) {
  const text = useText<SharedKey>();
  return (
    <footer className={styles.footer}>
      <p>
        <RichText<SharedKey> id="footer.address" values={{ host: window.location.host }} />
      </p>
      <p>{text('footer.pin')}</p>
      <p>{text('footer.support', { contact: config.supportContact })}</p>
      <p>
        <a href="/#/privacy" target="_blank" rel="noopener">
          {text('footer.privacy')}
        </a>{' '}
        ·{' '}
        <a href="/bank/accessibility" target="_blank" rel="noopener">
          {text('footer.accessibility')}
        </a>
      </p>
    </footer>
  );
}
