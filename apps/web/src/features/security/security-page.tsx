/** `/tpp/security`: the developer's second factor and its recovery codes. */
import type { IdentitySession, SecondFactorState } from '@portico/contract';
import { RECOVERY_CODES } from '@portico/contract/values';
import { useMemo, useState } from 'react';
import { useIdentitySession } from '../../shared/auth/use-identity-session.ts';
import { formatDateTime } from '../../shared/format/dates.ts';
import { browserTimeZone } from '../../shared/portal/browser-time-zone.ts';
import { Card } from '../../shared/portal/card.tsx';
import { LoadFailure } from '../../shared/portal/load-failure.tsx';
import { PageHeading } from '../../shared/portal/page-heading.tsx';
import { useExtra } from '../../shared/portal/use-extra.ts';
import { useLoaded } from '../../shared/portal/use-loaded.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Definition, DefinitionList } from '../../shared/ui/definition-list.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { ProofForm } from './proof-form.tsx';
import { RecoveryCodesCard } from './recovery-codes-card.tsx';
import { createSecurityCalls, type SecurityCalls } from './security-calls.ts';
import { SetUp } from './set-up.tsx';

/** With fewer the page warns. */
const FEW_CODES = 3;

export function SecurityPage() {
  const { api } = useExtra();
  const calls = useMemo(() => createSecurityCalls(api), [api]);
  const state = useLoaded(calls.read);
  const session = useIdentitySession();
  const [codes, setCodes] = useState<readonly string[]>();
  const reload = () => {
    state.reload();
    session.reload();
  };
  const failure = state.failure ?? session.failure;
  return (
    <div className="stack-6">
      <div className="stack-2">
        <PageHeading title="Security" />
        <p className="second">
          With a second factor a stolen password is not enough to log in: each login also asks for a code that an app on your phone shows.
        </p>
      </div>
      {codes !== undefined ? (
        <RecoveryCodesCard
          codes={codes}
          onClose={() => {
            setCodes(undefined);
            reload();
          }}
        />
      ) : (
        <Card title="Second factor" aside={state.value === undefined ? null : <StateBadge isOn={state.value.isOn} />}>
          {state.value !== undefined && session.value !== undefined ? (
            <SecondFactor state={state.value} account={session.value} calls={calls} onCodes={setCodes} onChanged={reload} />
          ) : failure === undefined ? (
            <Skeleton label="Loading your second factor" lines={3} />
          ) : (
            <LoadFailure failure={failure} onRetry={reload} />
          )}
        </Card>
      )}
    </div>
  );
}

const StateBadge = ({ isOn }: { isOn: boolean }) => <Badge kind={isOn ? 'ok' : 'warn'}>{isOn ? 'On' : 'Off'}</Badge>;

interface SecondFactorProps {
  state: SecondFactorState;
  account: IdentitySession;
  calls: SecurityCalls;
  onCodes: (codes: readonly string[]) => void;
  onChanged: () => void;
}

function SecondFactor({ state, account, calls, onCodes, onChanged }: SecondFactorProps) {
  if (!state.isOn) return <SetUp account={account} calls={calls} onCodes={onCodes} onChanged={onChanged} />;
  return <SwitchedOn state={state} account={account} calls={calls} onCodes={onCodes} onChanged={onChanged} />;
}

function SwitchedOn({ state: { since, recoveryCodesLeft = 0 }, account, calls, onCodes, onChanged }: SecondFactorProps) {
  const { toasts } = useExtra();
  const [asking, setAsking] = useState<'codes' | 'off'>();
  const cancel = () => setAsking(undefined);
  return (
    <div className="stack">
      <DefinitionList>
        <Definition label="Authenticator app">On since {since === undefined ? '' : formatDateTime(since, 'en', browserTimeZone())}</Definition>
        <Definition label="Recovery codes">
          {recoveryCodesLeft} of {RECOVERY_CODES} left
        </Definition>
      </DefinitionList>
      {recoveryCodesLeft < FEW_CODES ? (
        <Note kind="warn">Make new recovery codes. Without your phone and without a code you cannot log in.</Note>
      ) : null}
      {asking === undefined ? (
        <div className="row wrap">
          <Button kind="secondary" isDense onClick={() => setAsking('codes')}>
            Make new recovery codes
          </Button>
          <Button kind="quiet" isDense onClick={() => setAsking('off')}>
            Switch off
          </Button>
        </div>
      ) : asking === 'codes' ? (
        <ProofForm
          question="Make new recovery codes?"
          meaning="The codes that you have now do not work any more."
          verb="Make new codes"
          account={account}
          onCancel={cancel}
          send={async (proof) => onCodes((await calls.makeRecoveryCodes(proof)).recoveryCodes)}
        />
      ) : (
        <ProofForm
          question="Switch off the second factor?"
          meaning="From then on your password is enough to log in. Your recovery codes do not work any more."
          verb="Switch off"
          kind="danger"
          account={account}
          onCancel={cancel}
          send={async (proof) => {
            await calls.switchOff(proof);
            toasts.show({ kind: 'ok', text: 'The second factor is off.' });
            cancel();
            onChanged();
          }}
        />
      )}
    </div>
  );
}
