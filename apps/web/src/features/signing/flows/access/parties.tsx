/** The account holder, the signatory and the provider: the same three rows for every kind of access to information. */
import { Definition } from '../../../../shared/ui/definition-list.tsx';
import { useSigningText } from '../../messages.ts';

interface PartiesProps {
  accountHolder: string;
  /** Absent when customers sign for themselves. */
  representative: string | undefined;
  tppName: string;
}

export function Parties({ accountHolder, representative, tppName }: PartiesProps) {
  const text = useSigningText();
  return (
    <>
      <Definition label={text('access.accountHolder')}>{accountHolder}</Definition>
      {representative === undefined ? null : <Definition label={text('access.representative')}>{representative}</Definition>}
      <Definition label={text('access.serviceProvider')}>{tppName}</Definition>
    </>
  );
}
