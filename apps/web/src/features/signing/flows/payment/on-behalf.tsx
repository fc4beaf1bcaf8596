/** For a company: who signs and for whom, and whether another signature follows. Known once the account and its balance have arrived. */
import { RichText } from '../../../../shared/i18n/rich-text.tsx';
import { type SigningKey, useSigningText } from '../../messages.ts';
import { useSigning } from '../../views/signing-page-context.tsx';
import styles from './payment.module.css';

export function OnBehalf() {
  const text = useSigningText();
  const { accountHolder, representative, needsSecondSignature } = useSigning((state) => state.balance) ?? {};
  const isForCompany = accountHolder !== undefined && representative !== undefined;
  if (!isForCompany && needsSecondSignature !== true) return null;
  return (
    <p className={styles.onBehalf}>
      {isForCompany ? <RichText<SigningKey> id="payment.onBehalf" values={{ accountHolder, representative }} /> : null}{' '}
      {needsSecondSignature === true ? text('payment.secondFollows') : null}
    </p>
  );
}
