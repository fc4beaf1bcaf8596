/** Sample commands by topic. The client secret is shown on request; copying always copies the real one. */
import type { ApplicationIdentity, TokenUser } from '@portico/contract';
import { useMemo, useState } from 'react';
import { createApplicationCalls } from '../../shared/application/application-calls.ts';
import { useApplication } from '../../shared/application/use-application.ts';
import { ActionFailure } from '../../shared/portal/action-failure.tsx';
import { CodeBlock } from '../../shared/portal/code/code-block.tsx';
import { LoadFailure } from '../../shared/portal/load-failure.tsx';
import { Tabs } from '../../shared/portal/tabs.tsx';
import { useAction } from '../../shared/portal/use-action.ts';
import { useExtra } from '../../shared/portal/use-extra.ts';
import { Button } from '../../shared/ui/button.tsx';
import { LinkOut } from '../../shared/ui/link-out.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import {
  accountsCommand,
  type SampleValues,
  version1Address,
  version1CodeCommand,
  version1TokenCommand,
  version2Address,
  version2CodeCommand,
  version2TokenCommand,
} from './sample-commands.ts';
import styles from './tokens.module.css';

const TOPICS = [
  { id: 'accounts', label: 'Accounts' },
  { id: 'version1', label: 'OAuth version 1' },
  { id: 'version2', label: 'OAuth version 2' },
] as const;
type Topic = (typeof TOPICS)[number]['id'];

interface SampleCallsProps {
  user: TokenUser;
  apiBase: string;
}

export function SampleCalls({ user, apiBase }: SampleCallsProps) {
  const { application, failure, reload } = useApplication();
  return (
    <section aria-labelledby="sample-calls" className={styles.samples}>
      <h2 id="sample-calls">Sample calls</h2>
      {application !== null ? (
        <Samples user={user} apiBase={apiBase} application={application} />
      ) : failure === undefined ? (
        <Skeleton label="Loading the samples" lines={5} />
      ) : (
        <LoadFailure isToasted failure={failure} onRetry={reload} />
      )}
    </section>
  );
}

function Samples({ user, apiBase, application }: SampleCallsProps & { application: ApplicationIdentity }) {
  const { api } = useExtra();
  const [topic, setTopic] = useState<Topic>('accounts');
  const [secret, setSecret] = useState<string>();
  const revealing = useAction();
  const [random] = useState(() => ({ state: crypto.randomUUID(), nonce: crypto.randomUUID() }));
  const values = useMemo(
    (): SampleValues => ({
      apiBase: new URL(apiBase, window.location.origin).href.replace(/\/$/, ''),
      accessToken: user.access_token ?? '',
      clientId: application.clientId,
      clientSecret: secret ?? application.clientSecret,
      redirectUri: chooseRedirectUri(application.redirectionUris),
      bankCountry: user.country,
      ...random,
    }),
    [apiBase, user, application, secret, random],
  );
  const readSecret = async () => (await createApplicationCalls(api).revealSecret()).clientSecret;
  const reveal = () => revealing.run(async () => setSecret(await readSecret()));
  const exactly = (command: (filled: SampleValues) => string) =>
    secret === undefined ? async () => command({ ...values, clientSecret: await readSecret() }) : command(values);
  const secretBar = (
    <div className="row wrap between">
      <p className="small second grow">
        {secret === undefined
          ? 'The client secret is masked here. Copying copies the real one.'
          : 'The client secret is shown. Hide it before you share your screen.'}
      </p>
      <Button kind="secondary" isDense isBusy={revealing.isPending} onClick={() => (secret === undefined ? void reveal() : setSecret(undefined))}>
        {secret === undefined ? 'Show client secret' : 'Hide client secret'}
      </Button>
      {revealing.failure === undefined ? null : <ActionFailure failure={revealing.failure} />}
    </div>
  );
  return (
    <Tabs
      label="Sample calls"
      tabs={TOPICS}
      chosen={topic}
      onChoose={setTopic}
      bar={(list) => <div className={styles.tabs}>{list}</div>}
      panelClassName="stack"
    >
      {topic === 'accounts' ? <CodeBlock language="sh" title="Read the accounts" code={accountsCommand(values)} /> : null}
      {topic === 'version1' ? (
        <>
          <FirstStep code={version1CodeCommand(values)} address={version1Address(values)} />
          <CodeBlock
            language="sh"
            title="2. Exchange the code for tokens"
            code={version1TokenCommand(values)}
            copyText={exactly(version1TokenCommand)}
          />
          {secretBar}
        </>
      ) : null}
      {topic === 'version2' ? (
        <>
          <FirstStep code={version2CodeCommand(values)} address={version2Address(values)} />
          <CodeBlock
            language="sh"
            title="2. Exchange the code for tokens"
            code={version2TokenCommand(values)}
            copyText={exactly(version2TokenCommand)}
          />
          {secretBar}
        </>
      ) : null}
    </Tabs>
  );
}

function FirstStep({ code, address }: { code: string; address: string }) {
  return (
    <div className="stack-2">
      <CodeBlock language="sh" title="1. Ask for a code" code={code} />
      <p className="small second">
        With <code>bypass=true</code> the sandbox signs the current test customer in by itself. Or <LinkOut href={address} label="sign in yourself" />
      </p>
    </div>
  );
}

/** Prefers a redirect URI of the portal, which can show the code. Another website would receive a code that it did not request. */
function chooseRedirectUri(uris: readonly string[]): string {
  const own = uris.find((uri) => uri.startsWith(window.location.origin) && uri.includes('m=authCode'));
  return own ?? uris[0] ?? '';
}
