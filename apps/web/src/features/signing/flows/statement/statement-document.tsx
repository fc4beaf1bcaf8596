/** The document: who asks for the transactions of which account and of which days. */
import { DefinitionList } from '../../../../shared/ui/definition-list.tsx';
import { Headline } from '../../../../shared/ui/headline.tsx';
import { useSigningText } from '../../messages.ts';
import { useSigningPage, useStatement } from '../../views/signing-page-context.tsx';
import styles from '../access/access.module.css';
import { StatementFacts } from './statement-facts.tsx';

export function StatementDocument({ isSigning }: { isSigning: boolean }) {
  const { flow } = useSigningPage();
  const { tppApplicationName, tppName } = useStatement();
  const text = useSigningText();
  return (
    <>
      <Headline takesFocus={!isSigning}>{tppApplicationName}</Headline>
      <p className="small muted">{text(isSigning ? flow.labels.kindRunning : flow.labels.kind)}</p>
      <p className={styles.asked}>{text('statement.asks', { tppName })}</p>
      <DefinitionList>
        <StatementFacts />
      </DefinitionList>
    </>
  );
}
