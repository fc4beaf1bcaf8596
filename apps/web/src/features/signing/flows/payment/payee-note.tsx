/** Verification of Payee, shown before the customer can approve (Regulation (EU) 2024/886 Art. 5c). It says what to do and hides nothing. */
import { Note } from '../../../../shared/ui/note.tsx';
import { useSigningText } from '../../messages.ts';
import { usePayment } from '../../views/signing-page-context.tsx';

export function PayeeNote() {
  const { details } = usePayment();
  const text = useSigningText();
  const { creditorName, payeeVerification } = details;
  switch (payeeVerification.result) {
    case 'MTCH':
      return (
        <Note kind="ok">
          <strong>{text('payment.payee.match')}</strong> {text('payment.payee.matchText', { creditorName })}
        </Note>
      );
    case 'CMTC':
      return (
        <Note kind="warn">
          <strong>{text('payment.payee.closeMatch')}</strong> {text('payment.payee.closeMatchBefore')}{' '}
          <strong>{payeeVerification.matchedName ?? creditorName}</strong>. {text('payment.payee.closeMatchAfter')}
        </Note>
      );
    case 'NMTC':
      return (
        <Note kind="error">
          <strong>{text('payment.payee.noMatch')}</strong> {text('payment.payee.noMatchText', { creditorName })}
        </Note>
      );
    case 'NOAP':
      return (
        <Note kind="info">
          <strong>{text('payment.payee.notPossible')}</strong> {text('payment.payee.notPossibleText')}
        </Note>
      );
  }
}
