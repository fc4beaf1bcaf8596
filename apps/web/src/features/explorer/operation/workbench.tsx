/** The parts of an operation's page and what goes between them: fields → request → sample and answer. */
import type { OperationBrief, RuntimeConfig } from '@portico/contract';
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import { lazyPart } from '../../../shared/page/lazy-part.tsx';
import { leavePage } from '../../../shared/page/leave-page.ts';
import { statusLine } from '../../../shared/portal/http/status-words.ts';
import { ModalLink } from '../../../shared/portal/modal-link.tsx';
import { ProseView } from '../../../shared/portal/prose/prose-view.tsx';
import { usePlace, useQuery } from '../../../shared/portal/router/place.ts';
import { useExtra } from '../../../shared/portal/use-extra.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { LinkOut } from '../../../shared/ui/link-out.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Arrival } from '../answer/arrival.tsx';
import { FailurePanel } from '../answer/failure-panel.tsx';
import type { ExplorerList } from '../explorer-calls.ts';
import { HistoryFrame, NothingSent } from '../history/history-frame.tsx';
import { SENT_PARAMETER } from '../history/sent-parameter.ts';
import type { SentRequest } from '../history/sent-request.ts';
import { useKeptHistory } from '../history/use-kept-history.ts';
import { SHARED_PREFIX } from '../operation-address.ts';
import { type Answer, wasNotSent } from '../request/outcome.ts';
import { curlSample } from '../samples/curl-sample.ts';
import { SamplePanel } from '../samples/sample-panel.tsx';
import { isAuthorization, rememberAuthorization } from './authorization.ts';
import { BodyEditor } from './body-editor.tsx';
import { buildRequest, findProblems, holdsSecret, needsCredentials, needsToken, PLACEHOLDERS, REQUEST_ID_KEY } from './build-request.ts';
import { DocumentedAnswers } from './documented-answers.tsx';
import styles from './operation.module.css';
import { OperationHead } from './operation-head.tsx';
import { OperationOverview } from './operation-overview.tsx';
import { OperationSide } from './operation-side.tsx';
import { ParameterList } from './parameter-list.tsx';
import { readSecrets } from './read-secrets.ts';
import { ShareLink } from './share-link.tsx';
import { fillAll, NOTHING_TYPED, type Typed, useOperationForm } from './use-operation-form.ts';
import { useSend } from './use-send.ts';
import { loadSending, useSending, warmUpSending } from './use-sending.ts';
import type { WorkbenchCustomer } from './workbench-customer.ts';

interface WorkbenchProps {
  url: string;
  list: ExplorerList;
  slice: OperationBrief;
  config: RuntimeConfig;
  /** Undefined for a visitor who is not signed in. */
  customer: WorkbenchCustomer | undefined;
  /** What may come after an answer. */
  helpFor?: (answer: Answer) => ReactNode;
  /** The choice of the customer. */
  children?: ReactNode;
}

/** Of a shared link, or of a request that was sent before: what reads it comes first. */
const GivenWorkbench = lazyPart<WorkbenchProps>(async () => {
  const { givenFields } = await loadSending();
  return function Given(props: WorkbenchProps) {
    const { storage } = useExtra();
    const search = useQuery();
    const [given] = useState(() => givenFields(props.slice, search, storage.explorerHistory.read()));
    return <FilledWorkbench {...props} given={given} />;
  };
}, OperationOverview);

export function Workbench(props: WorkbenchProps) {
  const search = useQuery();
  const [isGiven] = useState(search.has(SENT_PARAMETER) || [...search.keys()].some((name) => name.startsWith(SHARED_PREFIX)));
  return isGiven ? <GivenWorkbench {...props} /> : <FilledWorkbench {...props} given={NOTHING_TYPED} />;
}

function FilledWorkbench({ url, list, slice, config, customer, helpFor, children, given }: WorkbenchProps & { given: Typed }) {
  const { arrival, storage } = useExtra();
  const { pathname } = usePlace();
  const [random, setRandom] = useState(freshIds);
  const known = useMemo(
    () => ({
      ...random,
      prefills: customer?.prefills ?? {},
      knownIds: customer?.knownIds ?? {},
      iban: customer?.iban,
      userName: customer?.userName,
      redirectUri: customer?.redirectUri,
      code: arrival.code,
    }),
    [random, customer?.prefills, customer?.knownIds, customer?.iban, customer?.userName, customer?.redirectUri, arrival.code],
  );
  const form = useOperationForm(slice, known, customer?.lastBody, given);
  const { isSending, outcome, send, cancel } = useSend();
  const kept = useKeptHistory();
  const owner = customer?.owner ?? '';
  const sending = useSending(kept.text !== undefined);
  const [answered, setAnswered] = useState<{ requestId: string | undefined; signingLink: string | undefined }>();
  const problems = useMemo(() => findProblems(slice, form.values), [slice, form.values]);
  const shown = useMemo(() => buildRequest(form.parts, PLACEHOLDERS), [form.parts]);
  const provesClient = needsCredentials(slice);
  const withSecrets = async () => buildRequest(form.parts, await readSecrets(form.parts, customer));
  const hasSecrets =
    (customer?.token !== undefined && (needsToken(slice) || holdsSecret(form.parts.body))) || (customer !== undefined && provesClient);
  const isLeaving = isAuthorization(slice);
  const isFilling = customer?.isFilling ?? false;

  /** @param token of this moment, where it is newer than what was drawn */
  const sendNow = async (parts = form.parts, token = customer?.token) => {
    if (findProblems(slice, parts.values).size > 0 || isFilling || !slice.isSendable) return;
    if (isLeaving) {
      rememberAuthorization(storage, pathname, parts.values.get('query:state'));
      leavePage(buildRequest(parts, PLACEHOLDERS).url);
      return;
    }
    let secrets = PLACEHOLDERS;
    const at = new Date().toISOString();
    const next = await send(async () => {
      secrets = await readSecrets(parts, customer, token);
      return buildRequest(parts, secrets);
    });
    if (next === undefined || wasNotSent(next)) return;
    const { createSentHistory, describeSent, idsOfAnswer, signingLinkOf } = await loadSending();
    const sent = describeSent({
      id: crypto.randomUUID(),
      owner,
      at,
      pageUrl: url,
      parts,
      outcome: next,
      secrets: [secrets.token, secrets.clientSecret, secrets.credentials, secrets.fallbackSession, arrival.code ?? ''],
    });
    createSentHistory(kept, owner).add(sent);
    if (next.kind !== 'answer') return;
    customer?.onAnswer?.(next);
    if (next.status < 300) customer?.learn(idsOfAnswer(slice, parts.values, next.text));
    setAnswered({ requestId: sent.requestId, signingLink: signingLinkOf(next.text) });
    // The next request is another one. Who wants the same again types its id, or sends it from the failure or the history.
    form.forget(REQUEST_ID_KEY);
    setRandom(freshIds());
  };
  const sendAgain = async (sent: SentRequest, isSameId: boolean) => {
    const { fieldsOfSent } = await loadSending();
    const typed = fieldsOfSent(slice, sent, isSameId);
    const fresh = freshIds();
    setRandom(fresh);
    form.fill(typed);
    await sendNow({ slice, values: fillAll(slice, typed.values, { ...known, ...fresh }), body: sent.body });
  };
  const renewAndSend = async () => {
    const token = await customer?.renew();
    if (token !== undefined) await sendNow(form.parts, token);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void sendNow();
    if (event.key === 'Escape' && isSending) cancel();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for what the buttons inside do
    <div className="stack-6" onKeyDown={onKeyDown}>
      <OperationHead slice={slice}>{children}</OperationHead>
      <div className={styles.columns}>
        <OperationSide url={url} list={list} slice={slice} />
        <div className={`${styles.request} stack-6`}>
          <div className="stack-2 second">
            <ProseView prose={slice.description} />
          </div>
          {slice.parameters.length === 0 ? null : <ParameterList slice={slice} values={form.values} problems={problems} onChange={form.setValue} />}
          <section className="stack" aria-label="Request">
            {form.content === undefined ? null : (
              <BodyEditor
                slice={slice}
                contents={form.contents}
                content={form.content}
                text={form.bodyText}
                isEdited={form.isBodyEdited}
                exampleName={form.exampleName}
                onText={form.setBody}
                onMediaType={form.setMediaType}
                onExample={form.setExample}
                onReset={() => {
                  form.resetBody();
                  void customer?.forgetBody();
                }}
                onFocus={warmUpSending}
              />
            )}
            {customer?.token === undefined && needsToken(slice) ? (
              <Note kind="info">
                This call carries a test customer’s access token. <ModalLink modal="login">Log in</ModalLink> to have it filled in.
              </Note>
            ) : null}
            {customer === undefined && provesClient ? (
              <Note kind="info">
                This call carries your application’s client id and secret. <ModalLink modal="login">Log in</ModalLink> to have them filled in.
              </Note>
            ) : null}
            {slice.isSendable ? (
              // biome-ignore lint/a11y/noStaticElementInteractions: only fetches ahead what the buttons inside need
              <div className={styles.send} onPointerEnter={isLeaving ? undefined : warmUpSending} onFocus={isLeaving ? undefined : warmUpSending}>
                <Button kind="primary" isBusy={isSending || isFilling} disabled={!isFilling && problems.size > 0} onClick={() => void sendNow()}>
                  {isSending ? 'Sending' : isFilling ? 'Filling in' : isLeaving ? 'Go to the bank’s sign-in' : 'Send request'}
                </Button>
                {isSending ? (
                  <Button kind="secondary" onClick={cancel}>
                    Cancel
                  </Button>
                ) : (
                  <span className="small muted only-wide">
                    <kbd>Ctrl</kbd> + <kbd>Enter</kbd>
                  </span>
                )}
                <ShareLink slice={slice} values={form.values} />
              </div>
            ) : (
              <Note kind="info">The server of this call is not {config.productName}’s. Take a sample, and run it where you may.</Note>
            )}
          </section>
        </div>
        <aside className={`${styles.code} stack-5`}>
          <SamplePanel request={shown} withSecrets={hasSecrets ? withSecrets : undefined} />
          <p className="vh" role="status">
            {isSending ? 'Sending the request' : outcome?.kind === 'answer' ? `Answer: ${statusLine(outcome.status)}` : ''}
          </p>
          {outcome === undefined ? null : (
            <Arrival outcome={outcome}>
              {outcome.kind === 'noAnswer' ? (
                <FailurePanel failure={outcome} unanswered={sending?.UNANSWERED} curl={curlSample(shown)} onSendAgain={() => void sendNow()} />
              ) : null}
              {outcome.kind === 'answer' && sending !== undefined ? (
                <>
                  {helpFor?.(outcome)}
                  <sending.RefusalHelp
                    answer={outcome}
                    customerName={customer?.name}
                    isRenewing={customer?.isRenewing ?? false}
                    renewFailure={customer?.renewFailure}
                    onRenew={customer === undefined ? undefined : () => void renewAndSend()}
                  />
                  <sending.AnswerPanel answer={outcome} slice={slice}>
                    {answered?.signingLink === undefined ? null : (
                      <LinkOut href={answered.signingLink} label={`Sign as ${customer?.name ?? 'the customer'}`} />
                    )}
                    {answered?.requestId === undefined ? null : (
                      <span className={styles.requestId}>
                        X-Request-ID <code>{answered.requestId}</code>
                      </span>
                    )}
                    {answered?.requestId === undefined || customer === undefined ? null : (
                      <a className="small" href={`#/tpp/requests?requestId=${encodeURIComponent(answered.requestId)}`}>
                        Request log
                      </a>
                    )}
                  </sending.AnswerPanel>
                </>
              ) : null}
            </Arrival>
          )}
        </aside>
        <div className={`${styles.documented} stack-6`}>
          {isLeaving || !slice.isSendable ? null : sending === undefined ? (
            <HistoryFrame customerName={customer?.name}>
              <NothingSent />
            </HistoryFrame>
          ) : (
            <sending.HistorySection
              kept={kept}
              owner={owner}
              slice={slice}
              customerName={customer?.name}
              hasLog={customer !== undefined}
              onAgain={isSending || isFilling ? undefined : (sent, isSameId) => void sendAgain(sent, isSameId)}
            />
          )}
          <DocumentedAnswers slice={slice} />
        </div>
      </div>
    </div>
  );
}

function freshIds(): { requestId: string; state: string; nonce: string } {
  return { requestId: crypto.randomUUID(), state: crypto.randomUUID(), nonce: crypto.randomUUID() };
}
