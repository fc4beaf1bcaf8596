/** The frame of the bank's own pages: whose page this is, the way to the others, and the sheet. */
import type { RuntimeConfig } from '@portico/contract';
import { type ReactNode, useLayoutEffect } from 'react';
import { BankBar } from '../ui/bank-bar.tsx';
import { classNames } from '../ui/class-names.ts';
import { Sheet, SheetBody, SheetPage } from '../ui/sheet.tsx';
import { SheetMain } from '../ui/sheet-main.tsx';
import { BankFooter } from './bank-footer.tsx';
import styles from './bank-pages.module.css';
import { useDoorText } from './messages.ts';

/** In the order in which they are offered; each lives at `/bank/{name}`. */
const OWN_PAGES = ['permissions', 'receipts', 'to-sign'] as const;
type OwnPageName = (typeof OWN_PAGES)[number];

interface OwnPageProps {
  /** Undefined: a page beside them. */
  readonly name: OwnPageName | undefined;
  readonly documentTitle: string;
  readonly config: RuntimeConfig;
  /** One pane, as for a single thing; lists may be wider. */
  readonly isNarrow?: boolean;
  readonly children: ReactNode;
}

export function OwnPage({ name, documentTitle, config, isNarrow = true, children }: OwnPageProps) {
  useLayoutEffect(() => {
    document.title = documentTitle;
  }, [documentTitle]);
  return (
    <>
      <BankBar bankName={config.bankName} />
      <OwnPages current={name} />
      <SheetMain>
        <SheetPage isNarrow={isNarrow}>
          <Sheet>
            <SheetBody>{children}</SheetBody>
          </Sheet>
        </SheetPage>
      </SheetMain>
      <BankFooter config={config} />
    </>
  );
}

function OwnPages({ current }: { current: OwnPageName | undefined }) {
  const text = useDoorText();
  return (
    <nav className={styles.pages} aria-label={text('door.pages')}>
      <ul>
        {OWN_PAGES.map((name) => (
          <li key={name}>
            <a className={classNames(name === current && styles.current)} href={`/bank/${name}`} aria-current={name === current ? 'page' : undefined}>
              {text(`door.page.${name}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
