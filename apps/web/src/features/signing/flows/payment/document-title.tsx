/** Who asks, and for what: the first lines of every document of money. */
import { Headline } from '../../../../shared/ui/headline.tsx';
import { useSigningText } from '../../messages.ts';
import { useSession, useSigningPage } from '../../views/signing-page-context.tsx';

export function DocumentTitle({ isSigning }: { isSigning: boolean }) {
  const { flow } = useSigningPage();
  const { tppApplicationName } = useSession();
  const text = useSigningText();
  return (
    <>
      <Headline takesFocus={!isSigning}>{tppApplicationName}</Headline>
      <p className="small muted">{text(isSigning ? flow.labels.kindRunning : flow.labels.kind)}</p>
    </>
  );
}
