/** What every state of a signing page shares: the bank's bar with the language, who the customer came from, and the sheet. */
import { useLingui } from '@lingui/react';
import { LOCALES, type Locale } from '@portico/contract/values';
import type { ReactNode } from 'react';
import { activateLocale, localesOf } from '../../../shared/i18n/catalogues.ts';
import { LANGUAGE_NAMES } from '../../../shared/i18n/language-names.ts';
import { type SharedKey, sharedCatalogue } from '../../../shared/i18n/shared-catalogue.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { BankBar } from '../../../shared/ui/bank-bar.tsx';
import { ProviderHeader, Sheet, SheetPage } from '../../../shared/ui/sheet.tsx';
import { SheetMain } from '../../../shared/ui/sheet-main.tsx';
import { signingCatalogue, useSigningText } from '../messages.ts';
import styles from './signing.module.css';

const CATALOGUES = [signingCatalogue, sharedCatalogue];
const OFFERED = localesOf(CATALOGUES, LOCALES);

export interface SigningFrameProps {
  bankName: string;
  /** Registered name of the provider; the header is left out where nobody knows it. */
  providerName?: string | undefined;
  isNarrow?: boolean;
  timeLeft?: { part: number; isShort: boolean } | undefined;
  footnote?: string;
  children: ReactNode;
}

export function SigningFrame({ bankName, providerName, isNarrow = false, timeLeft, footnote, children }: SigningFrameProps) {
  const text = useSigningText();
  return (
    <>
      <LanguageBar bankName={bankName} />
      <SheetMain>
        <SheetPage isNarrow={isNarrow}>
          {providerName === undefined ? null : <ProviderHeader label={text('signing.cameFrom')} providerName={providerName} />}
          <Sheet timeLeft={timeLeft?.part ?? 1} isShort={timeLeft?.isShort ?? false}>
            {children}
          </Sheet>
        </SheetPage>
        {footnote === undefined ? null : <p className={styles.foot}>{footnote}</p>}
      </SheetMain>
    </>
  );
}

function LanguageBar({ bankName }: { bankName: string }) {
  const { i18n } = useLingui();
  const text = useText<SharedKey>();
  const current = OFFERED.find((locale) => locale === i18n.locale) ?? 'en';
  const language = {
    label: text('shared.language'),
    value: current,
    options: OFFERED.map((value) => ({ value, name: LANGUAGE_NAMES[value] })),
    onChange: (locale: Locale) => void activateLocale(i18n, locale, CATALOGUES),
  };
  return <BankBar bankName={bankName} language={language} />;
}
