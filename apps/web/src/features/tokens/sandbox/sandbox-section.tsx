/** The sandbox of the current customer: scenario, accounts, other customers, and test clock. */
import type { TokenUser } from '@portico/contract';
import { useMemo, useState } from 'react';
import type { TokenUsers } from '../../../shared/portal/test-customers/use-token-users.ts';
import { useExtra } from '../../../shared/portal/use-extra.ts';
import styles from '../tokens.module.css';
import { ClockCard } from './clock-card.tsx';
import { CustomersCard } from './customers-card.tsx';
import { DocumentCard } from './document-card.tsx';
import { createSandboxCalls } from './sandbox-calls.ts';
import { ScenarioCard } from './scenario-card.tsx';
import { TestAccountsCard } from './test-accounts-card.tsx';

export function SandboxSection({ tokens, users }: { tokens: TokenUsers; users: readonly TokenUser[] }) {
  const { api } = useExtra();
  const calls = useMemo(() => createSandboxCalls(api), [api]);
  const [isOpen, setIsOpen] = useState(false);
  const { current, reload, put } = tokens;
  return (
    <details className={styles.sandbox} open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <h2>Your sandbox</h2>
        <span className="small second">Scenarios, accounts, more customers, and a clock you can move</span>
      </summary>
      {isOpen ? (
        <div className={styles.columns}>
          <div className={styles.column}>
            {current === undefined ? null : (
              <>
                <ScenarioCard key={`scenario-${current.id}`} user={current} calls={calls} onChanged={put} />
                <TestAccountsCard key={`accounts-${current.id}`} user={current} calls={calls} onChanged={reload} />
              </>
            )}
            <CustomersCard users={users} calls={calls} onChanged={reload} />
          </div>
          <div className={styles.column}>
            <ClockCard calls={calls} onMoved={reload} />
            <DocumentCard calls={calls} onImported={reload} />
          </div>
        </div>
      ) : null}
    </details>
  );
}
