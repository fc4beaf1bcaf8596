/** How a session ended according to the server: signed, refused, expired, open in another tab, or not yet known. */
import type { SigningEnd } from '@portico/contract';
import { signedResult } from '@portico/contract/values';
import { useEffect } from 'react';
import { formatDate, formatDateTime } from '../../../shared/format/dates.ts';
import { usePageLocale } from '../../../shared/i18n/use-text.ts';
import { useAppDispatch } from '../../../shared/store/hooks.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { LinkOut } from '../../../shared/ui/link-out.tsx';
import { ResultHead } from '../../../shared/ui/result-head.tsx';
import { SheetBody } from '../../../shared/ui/sheet.tsx';
import { askEnd, continueHere } from '../engine/ask-end.ts';
import { signingActions } from '../engine/signing-slice.ts';
import { refusalUrl, successUrl, type WayBack } from '../engine/way-back.ts';
import { useSigningText } from '../messages.ts';
import { endWords } from './end-words.ts';
import { RequestId } from './request-id.tsx';
import styles from './signing.module.css';
import { SigningFrame } from './signing-frame.tsx';
import { useSigning, useSigningPage } from './signing-page-context.tsx';
import { BackButton, WhatNext } from './ways-out.tsx';

export function EndedView({ end }: { end: SigningEnd }) {
  const { config, flow } = useSigningPage();
  const wayBack = useSigning((state) => state.wayBack);
  const requestId = useSigning((state) => state.terminatedRequestId);
  const text = useSigningText();
  const locale = usePageLocale();
  const { tone, title, sentences } = endWords(end, flow);
  const at = (instant: string | undefined) => (instant === undefined ? '' : formatDateTime(instant, locale, config.timeZones[end.bankCountry]));
  const runDay = end.unpaidRun === undefined ? '' : formatDate(end.unpaidRun.executionDate, locale);
  const isOpen = end.outcome === 'refused' || end.outcome === 'expired' || end.outcome === 'ended' || end.outcome === 'signedOut';
  return (
    <SigningFrame config={config} providerName={wayBack.tppName} isNarrow timeLeft={{ part: 0, isShort: false }}>
      <SheetBody>
        <div className="stack">
          {end.outcome === 'signing' ? null : <p className="small muted">{text('signing.terminated.title')}</p>}
          <ResultHead tone={tone} title={text(title, { at: at(end.signedAt) })}>
            {sentences.map((sentence) => (
              <p key={sentence}>{text(sentence, { at: at(end.endedAt), date: runDay })}</p>
            ))}
          </ResultHead>
        </div>
        {isOpen ? <WhatNext wayBack={wayBack} /> : null}
        <Ways end={end} wayBack={wayBack} />
        <RequestId requestId={requestId} />
      </SheetBody>
    </SigningFrame>
  );
}

function Ways({ end, wayBack }: { end: SigningEnd; wayBack: WayBack }) {
  const { config } = useSigningPage();
  const isOver = end.outcome !== 'signing' && end.outcome !== 'elsewhere';
  return (
    <div className="stack-2">
      {end.outcome === 'signing' ? <AskAgain /> : null}
      {end.outcome === 'elsewhere' ? <ContinueHere /> : null}
      <BackButton
        config={config}
        wayBack={wayBack}
        url={urlOf(end, wayBack)}
        kind={isOver ? 'primary' : 'secondary'}
        label="signing.terminated.back"
      />
      {end.receiptId === undefined ? null : <Receipt receiptId={end.receiptId} />}
    </div>
  );
}

/** A signed order that failed uses the failure address. An open session uses the success address, and the provider asks the bank for the status. */
function urlOf(end: SigningEnd, wayBack: WayBack): string | undefined {
  if (end.outcome === 'signed') return signedResult(end.kind, end.status ?? '') === 'failure' ? refusalUrl(wayBack) : successUrl(wayBack);
  return end.outcome === 'signing' || end.outcome === 'elsewhere' ? successUrl(wayBack) : refusalUrl(wayBack);
}

function Receipt({ receiptId }: { receiptId: string }) {
  const text = useSigningText();
  return (
    <p className={styles.receipt}>
      <LinkOut href={`/bank/receipts/${receiptId}`} label={text('signing.success.receipt')} />
      <br />
      <span className="small second">{text('signing.outcome.receiptSignIn')}</span>
    </p>
  );
}

/** Polls for the result; the button reloads all data of the session at once. */
function AskAgain() {
  const { flow } = useSigningPage();
  const dispatch = useAppDispatch();
  const text = useSigningText();
  useEffect(() => {
    const asking = dispatch(askEnd(flow));
    return () => asking.abort();
  }, [dispatch, flow]);
  return (
    <Button kind="primary" isBlock onClick={() => dispatch(signingActions.reloading())}>
      {text('signing.outcome.signing.again')}
    </Button>
  );
}

function ContinueHere() {
  const dispatch = useAppDispatch();
  const text = useSigningText();
  return (
    <Button kind="primary" isBlock onClick={() => dispatch(continueHere())}>
      {text('signing.outcome.elsewhere.continue')}
    </Button>
  );
}
