/** Shown when the bank sends the customer back after a signature that a request of the explorer asked for: the status, and the next step. */
import type { TokenUser } from '@portico/contract';
import { useCallback, useMemo } from 'react';
import type { AuthRoot } from '../../../shared/auth/auth-slice.ts';
import { ActionFailure } from '../../../shared/portal/action-failure.tsx';
import { ModalLink } from '../../../shared/portal/modal-link.tsx';
import { customerName } from '../../../shared/portal/test-customers/customer-texts.ts';
import { useTokenUsers } from '../../../shared/portal/test-customers/use-token-users.ts';
import { useExtra } from '../../../shared/portal/use-extra.ts';
import { useLoaded } from '../../../shared/portal/use-loaded.ts';
import { useAppSelector } from '../../../shared/store/hooks.ts';
import { Button, ButtonLink } from '../../../shared/ui/button.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { SIGNED_PARAMETER } from '../form/fill-in.ts';
import { operationHref } from '../operation-address.ts';
import { SENT_PARAMETER } from '../request/history/sent-parameter.ts';
import { readSent, type SentRequest } from '../request/history/sent-request.ts';
import { sendRequest } from '../request/send-request.ts';
import { signedText } from './signed-texts.ts';

interface SignedOutcomeProps {
  /** Path of the explorer's page. */
  url: string;
  /** Id of the request that asked for the signature. */
  requestId: string;
}

export function SignedOutcome({ url, requestId }: SignedOutcomeProps) {
  const { isAuthorized, isInitialized, userId } = useAppSelector((state: AuthRoot) => state.auth);
  const { storage } = useExtra();
  const sent = useMemo(() => findSent(storage.explorerHistory.read(), requestId, userId), [storage, requestId, userId]);
  if (!isInitialized) return null;
  if (!isAuthorized) {
    const isKnown = readSent(storage.explorerHistory.read()).some((each) => isReturnOf(each, requestId));
    return (
      <Note kind="info" role="status">
        {isKnown ? 'The bank has sent you back. ' : ''}
        <ModalLink modal="login">Log in</ModalLink> to see what came of the signature.
      </Note>
    );
  }
  if (sent === undefined) {
    return (
      <Note kind="info" role="status">
        This browser does not remember the request that asked for this signature:{' '}
        <a href={`#/tpp/requests?requestId=${encodeURIComponent(requestId)}`}>look for it in the request log</a>.
      </Note>
    );
  }
  return <CustomerOutcome url={url} sent={sent} />;
}

/** The newest request whose return address has the id: a repeated request keeps its address. */
function findSent(stored: string | undefined, requestId: string, userId: string | null): (SentRequest & { statusUrl: string }) | undefined {
  return readSent(stored).find(
    (sent): sent is SentRequest & { statusUrl: string } =>
      sent.statusUrl !== undefined && sent.owner.startsWith(`${userId ?? ''}\n`) && isReturnOf(sent, requestId),
  );
}

/** Any site can link to the page with any id, so only a request that this browser sent proves a return from the bank. */
function isReturnOf({ values }: SentRequest, requestId: string): boolean {
  return values['header:TPP-Redirect-URI']?.endsWith(`?${SIGNED_PARAMETER}=${requestId}`) === true;
}

/** Reads the status with the token of the customer who was asked. */
function CustomerOutcome({ url, sent }: { url: string; sent: SentRequest & { statusUrl: string } }) {
  const { users, failure, current, choosing, choose, reload } = useTokenUsers();
  if (failure !== undefined && users === null) return <CannotRead onRetry={reload} />;
  if (users === null) return <Reading />;
  const customer = users.find(({ id }) => sent.owner.endsWith(`\n${id}`));
  if (customer === undefined) {
    return (
      <Note kind="info" role="status">
        The bank has sent you back. The test customer who was asked no longer exists.
      </Note>
    );
  }
  if (current?.id === customer.id && current.access_token !== undefined) {
    return <Status url={url} sent={sent} customer={customer} token={current.access_token} />;
  }
  return (
    <Note kind="info" role="status">
      <div className="stack-2">
        <p>The bank has sent you back. {customerName(customer)} was asked, and the page is filled in for another customer.</p>
        <Button kind="secondary" isDense isBusy={choosing.isPending} onClick={() => void choose(customer)}>
          {`Read the status as ${customerName(customer)}`}
        </Button>
        {choosing.failure === undefined ? null : <ActionFailure failure={choosing.failure} />}
      </div>
    </Note>
  );
}

function Status({ url, sent, customer, token }: { url: string; sent: SentRequest & { statusUrl: string }; customer: TokenUser; token: string }) {
  const load = useCallback(
    async (signal: AbortSignal) => {
      const headers = [
        ['Authorization', `Bearer ${token}`],
        ['X-Request-ID', crypto.randomUUID()],
      ] as const;
      const outcome = await sendRequest({ method: 'GET', url: sent.statusUrl, headers, body: undefined }, { signal });
      const body: unknown = outcome.kind === 'answer' && outcome.status === 200 ? JSON.parse(outcome.text ?? '') : undefined;
      const read = signedText(sent, body);
      if (read === undefined) throw new Error('The response has no status.');
      return read;
    },
    [sent, token],
  );
  const { value: read, failure, reload } = useLoaded(load);
  if (failure !== undefined) return <CannotRead onRetry={reload} />;
  if (read === undefined) return <Reading />;
  return (
    <Note kind={read.kind} role="status">
      <div className="stack-2">
        <p className="strong">{read.title}</p>
        <p>
          Status <code>{read.status}</code>, as read for {customerName(customer)} after the return from the bank.
        </p>
        <div className="row wrap">
          <ButtonLink kind="primary" isDense href={operationHref(url, read.next.apiId, read.next.operationId)}>
            {read.next.label}
          </ButtonLink>
          <Button kind="secondary" isDense onClick={reload}>
            Read the status again
          </Button>
          <a className="small" href={`${operationHref(url, sent.apiId, sent.operationId)}?${SENT_PARAMETER}=${encodeURIComponent(sent.id)}`}>
            Back to the request
          </a>
        </div>
      </div>
    </Note>
  );
}

function Reading() {
  return (
    <Note kind="info" role="status">
      Reading what came of the signature
    </Note>
  );
}

function CannotRead({ onRetry }: { onRetry: () => void }) {
  return (
    <Note kind="error" role="alert">
      <div className="stack-2">
        <p>The bank has sent you back, and the status of what was signed could not be read.</p>
        <Button kind="secondary" isDense onClick={onRetry}>
          Read the status again
        </Button>
      </div>
    </Note>
  );
}
