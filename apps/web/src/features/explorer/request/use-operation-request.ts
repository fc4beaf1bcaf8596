/** The request of an operation's page: built from the form, sent, and stored in this browser's history. */
import type { OperationBrief } from '@portico/contract';
import { useEffect, useMemo, useRef, useState } from 'react';
import { leavePage } from '../../../shared/page/leave-page.ts';
import { usePlace } from '../../../shared/portal/router/place.ts';
import { useExtra } from '../../../shared/portal/use-extra.ts';
import type { KnownIds } from '../form/known-ids.ts';
import { type OperationForm, type Typed, useOperationForm } from '../form/use-operation-form.ts';
import { isAuthorization, rememberAuthorization } from './authorization.ts';
import {
  buildRequest,
  findProblems,
  holdsSecret,
  needsCredentials,
  needsLogin,
  needsToken,
  PLACEHOLDERS,
  type RequestParts,
  typedKeys,
} from './build-request.ts';
import type { SentRequest } from './history/sent-request.ts';
import { type StoredHistory, useStoredHistory } from './history/use-stored-history.ts';
import { loadSending, type SendingChunk, useSendingChunk } from './load-sending.ts';
import { type Outcome, wasNotSent } from './outcome.ts';
import { readSecrets } from './read-secrets.ts';
import type { RequestCustomer } from './request-customer.ts';
import type { SampleRequest } from './samples/sample-request.ts';

export interface OperationRequest {
  readonly form: OperationForm;
  /** Problems of fields that prevent sending, by `parameterKey`. */
  readonly problems: ReadonlyMap<string, string>;
  /** With placeholders for secrets. */
  readonly preview: SampleRequest;
  /** Undefined when the preview has no placeholder that the page can replace. */
  readonly buildWithSecrets: (() => Promise<SampleRequest>) | undefined;
  /** The request navigates the browser to the bank's sign-in page instead of calling the API. */
  readonly isNavigation: boolean;
  /** The customer's values are still loading. */
  readonly isFilling: boolean;
  readonly isSending: boolean;
  /** Outcome of the latest request. */
  readonly outcome: Outcome | undefined;
  /** From the latest response: its request id, and the signing page's address. */
  readonly answered: { readonly requestId: string | undefined; readonly signingLink: string | undefined } | undefined;
  readonly history: StoredHistory;
  /** The owner of the shown history entries. */
  readonly owner: string;
  /** Undefined until a request was sent, now or earlier. */
  readonly sending: SendingChunk | undefined;
  /** Does nothing while a request is in progress, or a field has a problem. */
  readonly send: () => Promise<void>;
  /** Fills the form from the history and sends it. */
  readonly sendAgain: (sent: SentRequest, isSameId: boolean) => Promise<void>;
  readonly renewTokenAndSend: () => Promise<void>;
  readonly cancel: () => void;
}

const NO_IDS: KnownIds = {};

interface OperationRequestOptions {
  /** Path of the explorer's page. */
  readonly url: string;
  readonly slice: OperationBrief;
  /** Undefined for a visitor who is not signed in. */
  readonly customer: RequestCustomer | undefined;
  /** Initial values of the form. */
  readonly given: Typed;
}

export function useOperationRequest({ url, slice, customer, given }: OperationRequestOptions): OperationRequest {
  const { initialQuery, storage } = useExtra();
  const { pathname } = usePlace();
  const history = useStoredHistory();
  const { sending, isLoading } = useSendingChunk(history.text !== undefined);
  const owner = customer?.owner ?? '';
  const knownIds = useMemo(() => sending?.createSentHistory(history, owner).ids ?? NO_IDS, [sending, history, owner]);
  const form = useOperationForm(slice, customer, knownIds, initialQuery.code, given);
  const [isSending, setIsSending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const [answered, setAnswered] = useState<OperationRequest['answered']>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const problems = useMemo(() => findProblems(slice, form.values), [slice, form.values]);
  const preview = useMemo(() => buildRequest(form.parts, PLACEHOLDERS), [form.parts]);
  const isNavigation = isAuthorization(slice);
  const isFilling = customer !== undefined && (customer.isFilling || isLoading);
  const carriesToken = customer?.token !== undefined && (needsToken(slice, form.alternative) || holdsSecret(form.parts.body));
  const hasKeys = [...typedKeys(form.parts).values()].some((key) => key !== '');
  const hasSecrets = hasKeys || carriesToken || (customer !== undefined && needsCredentials(slice, form.alternative));

  /** Undefined while another request is in progress. */
  const transmit = async (build: () => Promise<SampleRequest>): Promise<Outcome | undefined> => {
    if (running.current !== undefined) return undefined;
    const controller = new AbortController();
    running.current = controller;
    setIsSending(true);
    try {
      // Nothing is sent until the code that shows the response is loaded.
      const prepared = await Promise.all([build(), loadSending()]).catch(() => undefined);
      const next: Outcome =
        prepared === undefined
          ? { kind: 'noAnswer', reason: navigator.onLine ? 'unprepared' : 'offline', milliseconds: 0 }
          : await prepared[1].sendRequest(prepared[0], { signal: controller.signal, withLogin: needsLogin(slice, form.alternative) });
      setOutcome(next);
      return next;
    } finally {
      running.current = undefined;
      setIsSending(false);
    }
  };
  /** @param token the current one, if it is newer than at the last render */
  const sendParts = async (parts: RequestParts, token = customer?.token) => {
    if (findProblems(slice, parts.values).size > 0 || isFilling || !slice.isSendable) return;
    if (isNavigation) {
      rememberAuthorization(storage, pathname, parts.values.get('query:state'));
      leavePage(buildRequest(parts, PLACEHOLDERS).url);
      return;
    }
    let secrets = PLACEHOLDERS;
    const at = new Date().toISOString();
    const next = await transmit(async () => {
      secrets = await readSecrets(parts, customer, token);
      return buildRequest(parts, secrets);
    });
    if (next === undefined || wasNotSent(next)) return;
    const { createSentHistory, describeSent, signingLinkOf } = await loadSending();
    const sent = describeSent({
      id: crypto.randomUUID(),
      owner,
      at,
      pageUrl: url,
      parts,
      outcome: next,
      secrets: [secrets.token, secrets.clientSecret, secrets.credentials, secrets.fallbackSession, initialQuery.code ?? ''],
    });
    createSentHistory(history, owner).add(sent);
    if (next.kind !== 'answer') return;
    customer?.onAnswer?.(next);
    setAnswered({ requestId: sent.requestId, signingLink: signingLinkOf(next.text) });
    // The next request gets a new id. To repeat this request, the visitor types its id, or sends it again from the failure or the history.
    form.renewIds();
  };
  return {
    form,
    problems,
    preview,
    buildWithSecrets: hasSecrets ? async () => buildRequest(form.parts, await readSecrets(form.parts, customer)) : undefined,
    isNavigation,
    isFilling,
    isSending,
    outcome,
    answered,
    history,
    owner,
    sending,
    send: () => sendParts(form.parts),
    async sendAgain(sent, isSameId) {
      const { fieldsOfSent } = await loadSending();
      const values = form.refill(fieldsOfSent(slice, sent, isSameId));
      await sendParts({ slice, values, body: sent.body, alternative: form.alternative });
    },
    async renewTokenAndSend() {
      const token = await customer?.renew();
      if (token !== undefined) await sendParts(form.parts, token);
    },
    cancel: () => running.current?.abort(),
  };
}
