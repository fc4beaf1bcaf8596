/** Before the signature: whether the customer opens the app by a link or a QR code. The button that signs stays the same. */
import { DeviceLinkChoice } from '../../../shared/sca/device-link-choice.tsx';
import { useAppDispatch } from '../../../shared/store/hooks.ts';
import { offersLink, signingActions } from '../engine/signing-slice.ts';
import { useSigningText } from '../messages.ts';
import { useSession, useSigning, useSigningPage } from './signing-page-context.tsx';

export function LinkChoice() {
  const { flow } = useSigningPage();
  const session = useSession();
  const isOffered = useSigning(offersLink);
  const isChosen = useSigning((state) => state.opensByLink);
  const dispatch = useAppDispatch();
  const text = useSigningText();
  // A consent that the sign-in confirms asks no device.
  if (!isOffered || flow.labels.submit(session) === 'consent.confirm') return null;
  const texts = { here: text('signing.app.chooseHere'), code: text('signing.app.chooseCode'), hint: text('signing.app.chooseHint') };
  return <DeviceLinkChoice isChosen={isChosen} texts={texts} onChange={(chosen) => dispatch(signingActions.linkChosen(chosen))} />;
}
