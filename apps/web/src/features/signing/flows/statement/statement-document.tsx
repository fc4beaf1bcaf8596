/** The document: who asks for the transactions of which account and of which days. */
import { DefinitionList } from '../../../../shared/ui/definition-list.tsx';
import { useSigningText } from '../../messages.ts';
import { DocumentTitle } from '../../views/document-title.tsx';
import { useSessionOf } from '../../views/signing-page-context.tsx';
import styles from '../access/access.module.css';
import { StatementFacts } from './statement-facts.tsx';

export function StatementDocument({ isSigning }: { isSigning: boolean }) {
  const { tppName } = useSessionOf('transactions-statement');
  const text = useSigningText();
  return (
    <>
      <DocumentTitle isSigning={isSigning} />
      <p className={styles.asked}>{text('statement.asks', { tppName })}</p>
      <DefinitionList>
        <StatementFacts />
      </DefinitionList>
    </>
  );
}
