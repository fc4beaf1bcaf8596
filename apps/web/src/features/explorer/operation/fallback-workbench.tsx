/** The page of an operation of the fallback interface: filled in for the chosen fallback user, step after step. */
import type { OperationBrief, RuntimeConfig } from '@portico/contract';
import { useState } from 'react';
import { createApplicationCalls } from '../../../shared/application/application-calls.ts';
import { ApplicationSelect } from '../../../shared/application/application-select.tsx';
import { useApplication } from '../../../shared/application/use-application.ts';
import { useApplications } from '../../../shared/application/use-applications.ts';
import type { AuthRoot } from '../../../shared/auth/auth-slice.ts';
import { SelectField } from '../../../shared/portal/select-field.tsx';
import { customerLabel, customerName } from '../../../shared/portal/test-customers/customer-texts.ts';
import { useTokenUsers } from '../../../shared/portal/test-customers/use-token-users.ts';
import { useExtra } from '../../../shared/portal/use-extra.ts';
import { useAppDispatch, useAppSelector } from '../../../shared/store/hooks.ts';
import { type ExplorerRoot, fallbackSessionChanged } from '../api-explorer-slice.ts';
import type { RequestCustomer } from '../request/request-customer.ts';
import { refusalCode } from '../response/refusal-code.ts';
import { fallbackSessionOf } from '../response/response-ids.ts';
import { usePrefills } from '../use-prefills.ts';
import { FallbackHelp } from './fallback-help.tsx';
import { Workbench } from './workbench.tsx';

/** The call that ends a session. */
const SIGN_OUT = 'endFallbackSession';

interface FallbackWorkbenchProps {
  url: string;
  slice: OperationBrief;
  config: RuntimeConfig;
}

export function FallbackWorkbench({ url, slice, config }: FallbackWorkbenchProps) {
  const { api, storage } = useExtra();
  const dispatch = useAppDispatch();
  const applications = useApplications();
  const { users, failure: usersFailure } = useTokenUsers();
  const { application, failure: applicationFailure } = useApplication();
  const { value: prefills, failure: prefillsFailure } = usePrefills();
  const userId = useAppSelector((state: AuthRoot) => state.auth.userId);
  const [chosen, setChosen] = useState(() => storage.currentFallbackUser.read());
  const map = prefills?.fallbackUserToUserMap ?? {};
  const userNames = Object.keys(map);
  const current = users?.find(({ access_token: token }) => token !== undefined)?.id;
  const isChosen = chosen !== undefined && Object.hasOwn(map, chosen);
  const userName = isChosen ? chosen : (userNames.find((name) => map[name] === current) ?? userNames[0]);
  const customerId = userName === undefined ? undefined : map[userName];
  const user = users?.find(({ id }) => id === customerId);
  const session = useAppSelector((state: Partial<ExplorerRoot>) =>
    customerId === undefined ? undefined : state.apiExplorer?.fallbackSessions[customerId],
  );
  const isFilling =
    (users === null && usersFailure === undefined) ||
    (application === null && applicationFailure === undefined) ||
    (prefills === undefined && prefillsFailure === undefined);
  const customer: RequestCustomer = {
    owner: `${userId ?? ''}\n${customerId ?? ''}`,
    name: user === undefined ? userName : customerName(user),
    token: undefined,
    clientId: application?.clientId,
    userName,
    fallbackSession: session,
    isFilling,
    isRenewing: false,
    renewFailure: undefined,
    renew: async () => undefined,
    prefills: NONE,
    iban: user?.access_token === undefined ? undefined : prefills?.iban,
    redirectUri: undefined,
    returnPage: undefined,
    lastBody: undefined,
    forgetBody: async () => undefined,
    readSecret: async () => (await createApplicationCalls(api).revealSecret()).clientSecret,
    onAnswer({ status, text }) {
      if (customerId === undefined) return;
      const opened = status === 201 ? fallbackSessionOf(text) : undefined;
      const isOver = (slice.operationId === SIGN_OUT && status < 300) || (status === 401 && refusalCode(text) === 'NOT_SIGNED_IN');
      if (opened !== undefined || isOver) dispatch(fallbackSessionChanged({ customerId, session: opened }));
    },
  };
  return (
    <Workbench
      url={url}
      list="fallback"
      slice={slice}
      config={config}
      customer={customer}
      helpFor={(answer) => <FallbackHelp url={url} operationId={slice.operationId} answer={answer} name={customer.name} scenario={user?.scenario} />}
    >
      <ApplicationSelect applications={applications} />
      {userNames.length === 0 ? null : (
        <SelectField
          label="Fallback user"
          hint={session === undefined ? 'Not signed in yet.' : 'Signed in: the session is filled in.'}
          options={userNames.map((value) => ({
            value,
            label: labelOf(
              value,
              users?.find(({ id }) => id === map[value]),
            ),
          }))}
          value={userName}
          onChange={(value) => {
            storage.currentFallbackUser.write(value);
            setChosen(value);
          }}
        />
      )}
    </Workbench>
  );
}

const NONE: Readonly<Record<string, string>> = {};

function labelOf(userName: string, user: Parameters<typeof customerLabel>[0] | undefined): string {
  return user === undefined ? userName : customerLabel(user);
}
