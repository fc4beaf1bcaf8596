/** The account holder, the signatory, the provider, and how long it may read. */
import { STATEMENT_READ_SECONDS } from '@portico/contract/values';
import { Definition, DefinitionList } from '../../../../shared/ui/definition-list.tsx';
import { useSigningText } from '../../messages.ts';
import { useSessionOf } from '../../views/signing-page-context.tsx';
import { Parties } from '../access/parties.tsx';

export function StatementAct() {
  const { details, tppName } = useSessionOf('transactions-statement');
  const text = useSigningText();
  return (
    <DefinitionList>
      <Parties accountHolder={details.accountHolder} representative={details.representative} tppName={tppName} />
      <Definition label={text('statement.readable')}>{text('statement.readableFor', { minutes: STATEMENT_READ_SECONDS / 60 })}</Definition>
    </DefinitionList>
  );
}
