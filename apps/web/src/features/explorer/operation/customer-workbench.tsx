/** The page of an operation for a signed-in developer: with a test customer's token, ids and last body. */
import type { OperationBrief, RuntimeConfig } from '@portico/contract';
import { useMemo } from 'react';
import { createApplicationCalls } from '../../../shared/application/application-calls.ts';
import { ApplicationSelect } from '../../../shared/application/application-select.tsx';
import { useApplication } from '../../../shared/application/use-application.ts';
import { useApplications } from '../../../shared/application/use-applications.ts';
import type { AuthRoot } from '../../../shared/auth/auth-slice.ts';
import { customerName } from '../../../shared/portal/test-customers/customer-texts.ts';
import { useTokenUsers } from '../../../shared/portal/test-customers/use-token-users.ts';
import { useExtra } from '../../../shared/portal/use-extra.ts';
import { useAppSelector } from '../../../shared/store/hooks.ts';
import type { ExplorerList } from '../explorer-calls.ts';
import { identifyRequest } from '../identity/identify-request.ts';
import { IdentityFields } from '../identity/identity-fields.tsx';
import { useSampleIdentity } from '../identity/use-sample-identity.ts';
import { isAuthorization } from '../request/authorization.ts';
import { needsLogin, needsToken } from '../request/build-request.ts';
import type { Answer } from '../request/outcome.ts';
import type { SampleRequest } from '../request/samples/sample-request.ts';
import { useClientPayload } from '../use-client-payload.ts';
import { usePrefills } from '../use-prefills.ts';
import { CustomerPicker } from './customer-picker.tsx';
import { Workbench } from './workbench.tsx';

interface CustomerWorkbenchProps {
  url: string;
  list: ExplorerList;
  slice: OperationBrief;
  config: RuntimeConfig;
}

export function CustomerWorkbench({ url, list, slice, config }: CustomerWorkbenchProps) {
  const { api } = useExtra();
  const applications = useApplications();
  const tokens = useTokenUsers();
  const { current, users, failure: usersFailure, renewing, renew, reload: reloadUsers } = tokens;
  const { application, failure: applicationFailure } = useApplication();
  const userId = useAppSelector((state: AuthRoot) => state.auth.userId);
  const token = current?.access_token;
  const customerId = current?.id;
  const { value: prefills, failure: prefillsFailure, reload: reloadPrefills } = usePrefills();
  const wantsBody = slice.requestBody?.required === true && needsToken(slice);
  const { lastBody, forgetBody } = useClientPayload(slice.apiId, current, wantsBody);
  const sampleIdentity = useSampleIdentity();
  const identity = slice.isSendable && !isAuthorization(slice) ? sampleIdentity?.identity : undefined;
  // What does not come is typed by hand.
  const isFilling =
    (users === null && usersFailure === undefined) ||
    (application === null && applicationFailure === undefined) ||
    (prefills === undefined && prefillsFailure === undefined);
  const customer = useMemo(
    () => ({
      owner: `${userId ?? ''}\n${customerId ?? ''}`,
      name: current === undefined ? undefined : customerName(current),
      token,
      isFilling,
      isRenewing: renewing.isPending,
      renew,
      renewFailure: renewing.failure,
      prefills: prefills?.prefills[slice.apiId]?.[slice.operationId] ?? {},
      iban: prefills?.iban,
      redirectUri: application?.redirectionUris[0],
      returnPage: returnPageOf(url, application?.redirectionUris ?? []),
      lastBody,
      forgetBody,
      // The call may have given another customer the token.
      onAnswer({ status }: Answer) {
        if (status >= 300 || slice.method === 'GET' || !needsLogin(slice)) return;
        reloadUsers();
        reloadPrefills();
      },
      readSecret: async () => (await createApplicationCalls(api).revealSecret()).clientSecret,
      identify: identity && ((request: SampleRequest) => identifyRequest(request, identity)),
    }),
    [
      userId,
      customerId,
      current,
      token,
      isFilling,
      renewing.isPending,
      renewing.failure,
      renew,
      prefills,
      slice,
      url,
      application,
      lastBody,
      forgetBody,
      reloadUsers,
      reloadPrefills,
      api,
      identity,
    ],
  );
  return (
    <Workbench url={url} list={list} slice={slice} config={config} customer={customer}>
      <ApplicationSelect applications={applications} />
      {users === null ? null : <CustomerPicker tokens={tokens} users={users} onChosen={reloadPrefills} />}
      {identity === undefined || sampleIdentity === undefined ? null : <IdentityFields choice={sampleIdentity} />}
    </Workbench>
  );
}

/** The bank sends customers only to origins of the application's redirect URIs. */
function returnPageOf(url: string, redirectUris: readonly string[]): string | undefined {
  const { origin } = window.location;
  return redirectUris.some((uri) => URL.canParse(uri) && new URL(uri).origin === origin) ? `${origin}${url}` : undefined;
}
