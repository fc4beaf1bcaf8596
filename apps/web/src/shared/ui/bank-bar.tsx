/** The bar on top of every page that a bank's customer sees: whose page this is, and in which language. */
import styles from './bank-bar.module.css';
import { Brand } from './brand.tsx';

export interface LanguageChoice<Locale extends string> {
  label: string;
  value: Locale;
  /** Endonyms: `English`, `eesti`, `lietuvių` … Only languages that really have a catalogue. */
  options: readonly { value: Locale; name: string }[];
  onChange: (locale: Locale) => void;
}

/** The language switch appears only when there is something to choose. */
export function BankBar<Locale extends string>({ bankName, language }: { bankName: string; language?: LanguageChoice<Locale> }) {
  return (
    <header className={styles.bankbar}>
      <div className={styles.bar}>
        <Brand name={bankName} />
        {language === undefined || language.options.length < 2 ? null : <LanguageSelect {...language} />}
      </div>
    </header>
  );
}

function LanguageSelect<Locale extends string>({ label, value, options, onChange }: LanguageChoice<Locale>) {
  const handleChange = (name: string) => {
    const chosen = options.find((option) => option.value === name);
    if (chosen !== undefined) onChange(chosen.value);
  };
  return (
    <select className={styles.language} aria-label={label} value={value} onChange={(event) => handleChange(event.target.value)}>
      {options.map((option) => (
        <option key={option.value} value={option.value} lang={option.value}>
          {option.name}
        </option>
      ))}
    </select>
  );
}
