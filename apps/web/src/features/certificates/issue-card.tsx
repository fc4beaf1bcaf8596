/** Issues a QWAC and a QSealC with new keys. */
import type { TestKeyType } from '@portico/contract/values';
import { type FormEvent, useState } from 'react';
import { ActionFailure } from '../../shared/portal/action-failure.tsx';
import { Card } from '../../shared/portal/card.tsx';
import { useAction } from '../../shared/portal/use-action.ts';
import { useFocusAfterRefusal } from '../../shared/portal/use-focus-after-refusal.ts';
import { Button } from '../../shared/ui/button.tsx';
import type { CertificateCalls } from './certificate-calls.ts';
import type { GivenFiles } from './new-files-card.tsx';
import { Segments } from './segments.tsx';
import { FIRST_WISH, WantedFields } from './wanted-certificate.tsx';

const KEY_TYPES = [
  { value: 'p256', label: 'P-256' },
  { value: 'rsa2048', label: 'RSA 2048' },
] as const;

interface IssueCardProps {
  calls: CertificateCalls;
  /** False while files wait to be saved: that matters more. */
  isMain: boolean;
  /** Runs an action, after a question where it would replace files. */
  guard: (action: () => void) => void;
  onIssued: (given: GivenFiles) => void;
}

export function IssueCard({ calls, isMain, guard, onIssued }: IssueCardProps) {
  const [wanted, setWanted] = useState(FIRST_WISH);
  const [keyType, setKeyType] = useState<TestKeyType>('p256');
  const { isPending, failure, run } = useAction();
  const form = useFocusAfterRefusal(failure);
  const issue = (event: FormEvent) => {
    event.preventDefault();
    if (wanted.roles.length === 0) return;
    guard(
      () =>
        void run(async () => {
          const { files, password } = await calls.issue({ ...wanted, roles: [...wanted.roles], keyType });
          onIssued({ title: 'New certificates', files, password });
        }),
    );
  };
  return (
    <Card title="Issue" hasLintel={isMain}>
      <form ref={form} className="stack" onSubmit={issue} noValidate>
        <WantedFields wanted={wanted} onChange={setWanted} />
        <Segments label="Key" options={KEY_TYPES} value={keyType} onChange={setKeyType} />
        {failure === undefined ? null : <ActionFailure failure={failure} />}
        <Button type="submit" kind={isMain ? 'primary' : 'secondary'} isBlock isBusy={isPending}>
          {isPending ? 'Issuing' : 'Issue test certificates'}
        </Button>
        <p className="small muted">Gives a QWAC and a QSealC as PEM and P12. You can save the private keys once; Portico does not keep them.</p>
      </form>
    </Card>
  );
}
