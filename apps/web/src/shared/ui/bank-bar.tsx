/** The bar on top of every page that a bank's customer sees: whose page this is, and in which language. */
import { LanguageSwitch } from '../i18n/language-switch.tsx';
import styles from './bank-bar.module.css';
import { Brand } from './brand.tsx';

export function BankBar({ bankName }: { bankName: string }) {
  return (
    <header className={styles.bankbar}>
      <div className={styles.bar}>
        <Brand name={bankName} />
        <LanguageSwitch />
      </div>
    </header>
  );
}
