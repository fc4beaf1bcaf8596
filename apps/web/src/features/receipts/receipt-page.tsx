/** One receipt: on the screen, for printing, and as downloads. */
import type { ReceiptView, RuntimeConfig } from '@portico/contract';
import { useCallback, useEffect, useState } from 'react';
import { FailedView } from '../../shared/bank-pages/failed-view.tsx';
import { SignInChoice } from '../../shared/bank-pages/sign-in-choice.tsx';
import { useVisit } from '../../shared/bank-pages/use-visit.ts';
import { VisitNote } from '../../shared/bank-pages/visit-note.tsx';
import { usePageLocale } from '../../shared/i18n/use-text.ts';
import { type RequestFailure, toRequestFailure } from '../../shared/store/request-failure.ts';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { Headline } from '../../shared/ui/headline.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { useReceiptsText } from './messages.ts';
import { ReceiptPaper } from './receipt-paper.tsx';
import styles from './receipts.module.css';
import { jsonOf, pdfOf, RECEIPTS_PAGE, type ReceiptsCalls } from './receipts-calls.ts';

type PageState =
  | { readonly step: 'loading' | 'gone' }
  /** `hasEnded`: a session in this page has ended. */
  | { readonly step: 'signedOut'; readonly hasEnded: boolean }
  | { readonly step: 'failed'; readonly failure: RequestFailure }
  | { readonly step: 'shown'; readonly view: ReceiptView };

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
        if (!stop.signal.aborted) setState((known) => afterFailure(known, toRequestFailure(error)));
      },
    );
    return () => stop.abort();
  }, [calls, receiptId, language, reading]);
  const isWide = state.step === 'shown' && state.view.items !== undefined;
  useEffect(() => onWide(isWide), [onWide, isWide]);
  const visit = useVisit(calls, state.step === 'shown', onEnded);
  switch (state.step) {
    case 'loading':
      return <Skeleton label={text('receipts.loadingOne')} lines={8} />;
    case 'signedOut':
      return (
        <SignInChoice
          calls={calls}
          config={config}
          welcome={text('receipts.welcomeText')}
          returnTo={`${RECEIPTS_PAGE}/${receiptId}`}
          hasEnded={state.hasEnded}
        />
      );
    case 'gone':
      return <Gone />;
    case 'failed':
      return <FailedView failure={state.failure} config={config} tryAgain={() => setReading((count) => count + 1)} />;
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

function afterFailure(known: PageState, failure: RequestFailure): PageState {
  if (failure.status === 410) return { step: 'signedOut', hasEnded: known.step === 'shown' };
  return failure.status === 404 ? { step: 'gone' } : { step: 'failed', failure };
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
