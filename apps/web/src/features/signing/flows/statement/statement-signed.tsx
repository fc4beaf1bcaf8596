/** What was signed, and what became of it. */
import { Definition, DefinitionList } from '../../../../shared/ui/definition-list.tsx';
import { useSigningText } from '../../messages.ts';
import { useSessionOf } from '../../views/signing-page-context.tsx';
import { AccessOutcome } from '../access/access-outcome.tsx';
import { StatementFacts } from './statement-facts.tsx';

export function StatementSigned() {
  const { details, tppName } = useSessionOf('transactions-statement');
  const text = useSigningText();
  return (
    <DefinitionList>
      <Definition label={text('access.serviceProvider')}>{tppName}</Definition>
      <StatementFacts />
      <AccessOutcome status={details.statementStatus} signedLabel="statement.signedAt" />
    </DefinitionList>
  );
}
