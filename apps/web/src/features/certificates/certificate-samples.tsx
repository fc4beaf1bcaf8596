/** Commands that call by mutual TLS and sign, with the files of this page. */
import type { CertificatesPage, RuntimeConfig } from '@portico/contract';
import { useState } from 'react';
import { atMtlsOrigin, sealAlgorithm } from '../../shared/application/certificates.ts';
import { useApplication } from '../../shared/application/use-application.ts';
import { CodeBlock } from '../../shared/portal/code/code-block.tsx';
import { Tabs } from '../../shared/portal/tabs.tsx';
import { accountsCommand, signedPaymentCommand, tokenCommand } from './certificate-commands.ts';
import styles from './certificates.module.css';

const TOPICS = [
  { id: 'accounts', label: 'Accounts' },
  { id: 'token', label: 'OAuth version 2' },
  { id: 'payment', label: 'Signed payment' },
] as const;

export function CertificateSamples({ page, config }: { page: CertificatesPage; config: RuntimeConfig }) {
  const [topic, setTopic] = useState<(typeof TOPICS)[number]['id']>('accounts');
  const { application } = useApplication();
  if (page.mtlsOrigin === undefined) return null;
  const values = {
    apiBase: atMtlsOrigin(new URL(config.apiBase, window.location.origin).href, page.mtlsOrigin).replace(/\/$/, ''),
    clientId: application?.clientId ?? '',
    redirectUri: application?.redirectionUris[0] ?? '',
    algorithm: sealAlgorithm(page),
    isSandbox: config.hasSandboxBank,
  };
  return (
    <section aria-labelledby="certificate-samples" className="stack">
      <h2 id="certificate-samples">Sample calls</h2>
      <Tabs
        label="Sample calls"
        tabs={TOPICS}
        chosen={topic}
        onChoose={setTopic}
        bar={(list) => <div className={styles.tabs}>{list}</div>}
        panelClassName="stack"
      >
        {topic === 'accounts' ? <CodeBlock language="sh" title="Read the accounts" code={accountsCommand(values)} /> : null}
        {topic === 'token' ? <CodeBlock language="sh" title="Exchange a code for tokens, without a secret" code={tokenCommand(values)} /> : null}
        {topic === 'payment' ? <CodeBlock language="sh" title="Create a payment in a signed call" code={signedPaymentCommand(values)} /> : null}
        <p className="small second">
          {topic === 'token' ? (
            <>
              <code>CODE</code> is the code of a sign-in. With the profile “Client secret” the call is refused.
            </>
          ) : (
            <>
              Run it beside the saved files. <code>TOKEN</code> is an access token
              {values.isSandbox ? (
                <>
                  , such as that of <a href="#/tokens">Tokens</a>.
                </>
              ) : (
                <>
                  {' '}
                  that <a href="#/how-to-sign-in">a customer’s sign-in</a> gave you{topic === 'accounts' ? ', CONSENT the id of a consent' : ''}.
                </>
              )}
            </>
          )}
        </p>
      </Tabs>
      <p className="small muted">A browser cannot attach a certificate. The explorer calls without one; the request log says so.</p>
    </section>
  );
}
