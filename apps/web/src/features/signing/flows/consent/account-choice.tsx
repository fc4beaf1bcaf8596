/** Where the provider named no account: the same table with a box before each account, and one for all. */
import { useAppDispatch } from '../../../../shared/store/hooks.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { signingActions } from '../../engine/signing-slice.ts';
import { useSigningText } from '../../messages.ts';
import { useSigning } from '../../views/signing-page-context.tsx';
import styles from './consent.module.css';
import type { ConsentRow } from './consent-choice.ts';
import { RightsTable } from './rights-table.tsx';

export function AccountChoice({ rows }: { rows: readonly ConsentRow[] }) {
  const chosen = useSigning((state) => state.chosenIbans) ?? [];
  const dispatch = useAppDispatch();
  const choose = (ibans: string[]) => dispatch(signingActions.accountsToReadChosen(ibans));
  const toggle = (iban: string, isChosen: boolean) => choose(isChosen ? [...chosen, iban] : chosen.filter((other) => other !== iban));
  return (
    <>
      {rows.length > 1 ? <Summary rows={rows} chosen={chosen} onChoose={choose} /> : null}
      <RightsTable rows={rows} choice={{ chosen, toggle }} />
    </>
  );
}

interface SummaryProps {
  rows: readonly ConsentRow[];
  chosen: readonly string[];
  onChoose: (ibans: string[]) => void;
}

function Summary({ rows, chosen, onChoose }: SummaryProps) {
  const text = useSigningText();
  const isAll = chosen.length === rows.length;
  return (
    <div className={styles.summary}>
      <p className="small second" role="status">
        {text('consent.chosen', { chosen: chosen.length, offered: rows.length })}
      </p>
      <Button kind="quiet" isDense onClick={() => onChoose(isAll ? [] : rows.map(({ iban }) => iban))}>
        {text(isAll ? 'consent.chooseNone' : 'consent.chooseAll')}
      </Button>
    </div>
  );
}
