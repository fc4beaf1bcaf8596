/** What the customer will know the agreement by: the provider's own words for it, else whom it pays. */
import { Definition } from '../../../../shared/ui/definition-list.tsx';
import { WholeWords } from '../../../../shared/ui/whole-words.tsx';
import { useSigningText } from '../../messages.ts';
import { usePeriodic } from '../../views/signing-page-context.tsx';

export function LabelRow() {
  const { remittanceInformationUnstructured, creditorName } = usePeriodic().details;
  const text = useSigningText();
  return (
    <Definition label={text('periodic.label')}>
      <WholeWords>{remittanceInformationUnstructured ?? text('periodic.labelOf', { creditorName })}</WholeWords>
    </Definition>
  );
}
