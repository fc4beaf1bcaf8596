/**
 * Lists every language under its own name, for customers who cannot read the present one. A native select works with keyboards, screen readers,
 * high contrast and small screens. Switching changes the texts only; typed values, choices and running calls stay.
 */
import { LOCALES, localeOfTag } from '@portico/contract/values';
import { useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import { LANGUAGE_NAMES } from './language-names.ts';
import styles from './language-switch.module.css';
import type { PageLanguage } from './page-language.ts';
import { usePageLanguage } from './page-language-provider.tsx';
import type { SharedKey } from './shared-catalogue.ts';
import { usePageLocale, useText } from './use-text.ts';

/** Not rendered on an error page that has no languages. */
export function LanguageSwitch() {
  const language = usePageLanguage();
  return language === undefined ? null : <Switch language={language} />;
}

function Switch({ language }: { language: PageLanguage }) {
  const current = usePageLocale();
  const text = useText<SharedKey>();
  const [hasFailed, setHasFailed] = useState(false);
  const choose = async (value: string) => {
    const locale = localeOfTag(value);
    if (locale === undefined) return;
    setHasFailed(false);
    try {
      await language.choose(locale);
    } catch {
      setHasFailed(true);
    }
  };
  return (
    <div className={styles.switch}>
      <Icon name="globe" small />
      <select className={styles.select} aria-label={text('shared.language')} value={current} onChange={(event) => void choose(event.target.value)}>
        {LOCALES.map((locale) => (
          <option key={locale} value={locale} lang={locale}>
            {LANGUAGE_NAMES[locale]}
          </option>
        ))}
      </select>
      <Icon name="chevronDown" small />
      {hasFailed ? (
        <span className={styles.failure} role="alert">
          {text('shared.languageFailed')}
        </span>
      ) : null}
    </div>
  );
}
