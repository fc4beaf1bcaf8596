/** The frame of all signing views: the bank's bar with the language, the provider's name, and the sheet. */
import type { RuntimeConfig } from '@portico/contract';
import type { ReactNode } from 'react';
import { BankFooter } from '../../../shared/bank-pages/bank-footer.tsx';
import { BankBar } from '../../../shared/ui/bank-bar.tsx';
import { ProviderHeader, Sheet, SheetPage } from '../../../shared/ui/sheet.tsx';
import { SheetMain } from '../../../shared/ui/sheet-main.tsx';
import { useSigningText } from '../messages.ts';
import styles from './signing.module.css';

export interface SigningFrameProps {
  config: Pick<RuntimeConfig, 'bankName' | 'supportContact'>;
  /** Registered name of the provider; without it the header is left out. */
  providerName?: string | undefined;
  isNarrow?: boolean;
  timeLeft?: { part: number; isShort: boolean } | undefined;
  footnote?: string;
  /** Below the sheet, on phones too. */
  whose?: ReactNode;
  children: ReactNode;
}

export function SigningFrame({ config, providerName, isNarrow = false, timeLeft, footnote, whose, children }: SigningFrameProps) {
  const text = useSigningText();
  return (
    <>
      <BankBar bankName={config.bankName} />
      <SheetMain>
        <SheetPage isNarrow={isNarrow}>
          {providerName === undefined ? null : <ProviderHeader label={text('signing.cameFrom')} providerName={providerName} />}
          <Sheet timeLeft={timeLeft?.part ?? 1} isShort={timeLeft?.isShort ?? false}>
            {children}
          </Sheet>
        </SheetPage>
        {whose}
        {footnote === undefined ? null : <p className={styles.foot}>{footnote}</p>}
      </SheetMain>
      <BankFooter config={config} />
    </>
  );
}
