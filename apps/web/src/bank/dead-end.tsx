/** A page that leads nowhere. */
import type { ReactNode } from 'react';
import { BankBar } from '../shared/ui/bank-bar.tsx';
import { Sheet, SheetBody, SheetPage } from '../shared/ui/sheet.tsx';
import { SheetMain } from '../shared/ui/sheet-main.tsx';

export function DeadEnd({ bankName, title, text, children }: { bankName: string; title: string; text: string; children?: ReactNode }) {
  return (
    <>
      <BankBar bankName={bankName} />
      <SheetMain>
        <SheetPage isNarrow>
          <Sheet timeLeft={0}>
            <SheetBody>
              <div className="stack">
                <h1>{title}</h1>
                <p className="second">{text}</p>
              </div>
              {children}
            </SheetBody>
          </Sheet>
        </SheetPage>
      </SheetMain>
    </>
  );
}
