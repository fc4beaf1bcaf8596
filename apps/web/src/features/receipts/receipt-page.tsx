/** One receipt: on the screen, for printing, and as downloads. */
import type { ReceiptView, RuntimeConfig } from '@portico/contract';
import { useCallback, useEffect, useState } from 'react';
import { type AtDoor, Door, doorAfter, isAtDoor } from '../../shared/bank-pages/door.tsx';
import { useVisit } from '../../shared/bank-pages/use-visit.ts';
import { VisitNote } from '../../shared/bank-pages/visit-note.tsx';
import { usePageLocale } from '../../shared/i18n/use-text.ts';
import { toRequestFailure } from '../../shared/store/request-failure.ts';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { Headline } from '../../shared/ui/headline.tsx';
import { useReceiptsText } from './messages.ts';
import { ReceiptPaper } from './receipt-paper.tsx';
import styles from './receipts.module.css';
import { jsonOf, pdfOf, RECEIPTS_PAGE, type ReceiptsCalls } from './receipts-calls.ts';

type PageState = AtDoor | { readonly step: 'gone' } | { readonly step: 'shown'; readonly view: ReceiptView };

interface ReceiptPageProps {
  readonly receiptId: string;
  readonly calls: ReceiptsCalls;
  readonly config: RuntimeConfig;
  /** A table of payments needs the whole sheet. */
  readonly onWide: (isWide: boolean) => void;
}

export function ReceiptPage({ receiptId, calls, config, onWide }: ReceiptPageProps) {
  const text = useReceiptsText();
  const language = usePageLocale();
  const [state, setState] = useState<PageState>({ step: 'loading' });
  const [reading, setReading] = useState(0);
  const onEnded = useCallback(() => setState({ step: 'signedOut', hasEnded: true }), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `reading` asks for another reading.
  useEffect(() => {
    const stop = new AbortController();
    calls.find(receiptId, language, stop.signal).then(
      (view) => setState({ step: 'shown', view }),
      (error: unknown) => {
        if (!stop.signal.aborted) setState((known) => afterFailure(known, error));
      },
    );
    return () => stop.abort();
  }, [calls, receiptId, language, reading]);
  const isWide = state.step === 'shown' && state.view.items !== undefined;
  useEffect(() => onWide(isWide), [onWide, isWide]);
  const visit = useVisit(calls, state.step === 'shown', onEnded);
  const door = { calls, config, loading: text('receipts.loadingOne'), welcome: text('receipts.welcomeText') };
  if (isAtDoor(state))
    return <Door {...door} state={state} reload={() => setReading((count) => count + 1)} returnTo={`${RECEIPTS_PAGE}/${receiptId}`} />;
  switch (state.step) {
    case 'gone':
      return <Gone />;
    case 'shown':
      return (
        <>
          <VisitNote visit={visit} />
          <ReceiptPaper view={state.view} bankName={config.bankName} />
          <Acts view={state.view} />
        </>
      );
  }
}

function afterFailure(known: PageState, error: unknown): PageState {
  return toRequestFailure(error).status === 404 ? { step: 'gone' } : doorAfter(error, known.step === 'shown');
}

function Acts({ view }: { view: ReceiptView }) {
  const text = useReceiptsText();
  return (
    <div className={styles.acts}>
      <ButtonLink kind="primary" isBlock href={pdfOf(view)} download>
        {text('receipts.savePdf')}
      </ButtonLink>
      <Button kind="secondary" isBlock onClick={() => window.print()}>
        {text('receipts.print')}
      </Button>
      <ButtonLink kind="secondary" isBlock href={jsonOf(view)} download>
        {text('receipts.saveJson')}
      </ButtonLink>
      <p className="small second">{text('receipts.saveHint')}</p>
      <ButtonLink kind="quiet" isBlock href={RECEIPTS_PAGE}>
        {text('receipts.back')}
      </ButtonLink>
    </div>
  );
}

function Gone() {
  const text = useReceiptsText();
  return (
    <>
      <div className="stack-2" role="alert">
        <Headline>{text('receipts.gone')}</Headline>
        <p className="second">{text('receipts.goneText')}</p>
      </div>
      <ButtonLink kind="primary" isBlock href={RECEIPTS_PAGE}>
        {text('receipts.back')}
      </ButtonLink>
    </>
  );
}
