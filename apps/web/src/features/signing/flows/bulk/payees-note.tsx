/** Verification of Payee of all items, counted; which ones, the list says (Regulation (EU) 2024/886 Art. 5c). */
import type { PayeeVerificationResult } from '@portico/contract/values';
import { Note, type NoteKind } from '../../../../shared/ui/note.tsx';
import { type SigningKey, useSigningText } from '../../messages.ts';
import { useBulk } from '../../views/signing-page-context.tsx';

/** The worst first: it gives the note its look. */
const FINDINGS: readonly { readonly result: PayeeVerificationResult; readonly kind: NoteKind; readonly text: SigningKey }[] = [
  { result: 'NMTC', kind: 'error', text: 'bulk.payees.noMatch' },
  { result: 'CMTC', kind: 'warn', text: 'bulk.payees.closeMatch' },
  { result: 'NOAP', kind: 'info', text: 'bulk.payees.notPossible' },
];

export function PayeesNote() {
  const { payments } = useBulk().details;
  const text = useSigningText();
  const found = FINDINGS.map((finding) => ({
    ...finding,
    count: payments.filter(({ payeeVerification }) => payeeVerification.result === finding.result).length,
  })).filter(({ count }) => count > 0);
  const [worst] = found;
  if (worst === undefined) return <Note kind="ok">{text('bulk.payees.match', { count: payments.length })}</Note>;
  return (
    <Note kind={worst.kind}>
      <ul>
        {found.map(({ result, text: key, count }) => (
          <li key={result}>{text(key, { count })}</li>
        ))}
      </ul>
      {worst.result === 'NMTC' ? <p>{text('bulk.payees.mayBeLost')}</p> : null}
      <p>{text('bulk.payees.whatToDo', { count: found.reduce((sum, { count }) => sum + count, 0) })}</p>
    </Note>
  );
}
