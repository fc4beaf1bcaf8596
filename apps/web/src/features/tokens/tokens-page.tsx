/** `/tokens`: test customers, the token of the current one, what it opens, and the sandbox around them (specification §2). */
import type { RuntimeConfig, TokenUserList } from '@portico/contract';
import { ApplicationSelect } from '../../shared/application/application-select.tsx';
import { useApplications } from '../../shared/application/use-applications.ts';
import { Card } from '../../shared/portal/card.tsx';
import { LoadFailure } from '../../shared/portal/load-failure.tsx';
import { PageHeading } from '../../shared/portal/page-heading.tsx';
import { type TokenUsers, useTokenUsers } from '../../shared/portal/test-customers/use-token-users.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { AccountsCard } from './accounts-card.tsx';
import { CustomerCard } from './customer-card.tsx';
import { ResetCard } from './reset-card.tsx';
import { SampleCalls } from './sample-calls.tsx';
import { SandboxSection } from './sandbox/sandbox-section.tsx';
import { TokenCard } from './token-card.tsx';
import styles from './tokens.module.css';

export function TokensPage({ title, config }: { title: string; config: RuntimeConfig }) {
  const tokens = useTokenUsers();
  const { users, failure, reload } = tokens;
  const applications = useApplications();
  return (
    <div>
      <div className="stack-2">
        <PageHeading title={title} />
        <p className="second">Choose a test customer. Calls with the token of this customer see these accounts.</p>
        {config.hasSandboxBank ? (
          <p>
            <a href="#/api-explorer/sandbox/getTestAccountList">Send a first call</a>
          </p>
        ) : null}
        <ApplicationSelect applications={applications} />
      </div>
      <div className={styles.content}>
        {users !== null ? (
          <Tokens tokens={tokens} users={users} config={config} />
        ) : failure === undefined ? (
          <TokensLoading />
        ) : (
          <LoadFailure isToasted failure={failure} onRetry={reload} />
        )}
      </div>
    </div>
  );
}

/** The first cards at their places, so that nothing moves when they are filled. */
function TokensLoading() {
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <Card title="Test customer">
          <div className={styles.customer}>
            <Skeleton label="Loading the test customers" lines={6} />
          </div>
        </Card>
      </div>
      <div className={styles.column}>
        <Card title="Access token" hasLintel>
          <div className={styles.tokenLoading}>
            <Skeleton label="Loading the access token" lines={4} />
          </div>
        </Card>
      </div>
    </div>
  );
}

function Tokens({ tokens, users, config }: { tokens: TokenUsers; users: TokenUserList; config: RuntimeConfig }) {
  const { calls, current, renewing, renew, reload } = tokens;
  if (users.length === 0) {
    return (
      <div className="stack">
        <p className="strong">There are no test customers.</p>
        <p className="second">They are made with your application. Load them again; if they do not come, tell the support.</p>
        <div className="row">
          <Button kind="secondary" onClick={reload}>
            Load again
          </Button>
        </div>
      </div>
    );
  }
  return (
    <>
      <div className={styles.columns}>
        <div className={styles.column}>
          <CustomerCard tokens={tokens} users={users} />
          {current === undefined ? null : <AccountsCard key={current.id} user={current} renewing={renewing} onRenew={renew} />}
        </div>
        <div className={styles.column}>
          {current === undefined ? null : (
            <>
              <TokenCard user={current} renewing={renewing} onRenew={renew} isOfSandbox={config.hasSandboxBank} />
              {config.hasSandboxBank ? <ResetCard key={current.id} user={current} calls={calls} onReset={reload} /> : null}
            </>
          )}
        </div>
      </div>
      {current === undefined ? null : <SampleCalls user={current} apiBase={config.apiBase} />}
      {config.hasSandboxBank ? <SandboxSection tokens={tokens} users={users} /> : null}
    </>
  );
}
