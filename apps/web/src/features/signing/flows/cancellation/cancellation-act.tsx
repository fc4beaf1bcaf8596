/** From which account it would have been paid, and what the cancellation means for it. */
import { DefinitionList } from '../../../../shared/ui/definition-list.tsx';
import { Note } from '../../../../shared/ui/note.tsx';
import { type SigningKey, useSigningText } from '../../messages.ts';
import { ChosenAccountRow } from '../payment/payment-rows.tsx';

export function CancellationAct({ meaning }: { meaning: SigningKey }) {
  const text = useSigningText();
  return (
    <div className="stack-5">
      <DefinitionList>
        <ChosenAccountRow />
      </DefinitionList>
      <Note kind="info">{text(meaning)}</Note>
    </div>
  );
}
