/** What the customer is asked to do, and the application that asks: the first lines of every document. */
import { Headline } from '../../../shared/ui/headline.tsx';
import { useSigningText } from '../messages.ts';
import { useSession, useSigningPage } from './signing-page-context.tsx';

export function DocumentTitle({ isSigning }: { isSigning: boolean }) {
  const { flow } = useSigningPage();
  const { tppApplicationName } = useSession();
  const text = useSigningText();
  return (
    <>
      <Headline takesFocus={!isSigning}>{text(flow.labels.title)}</Headline>
      <p className="small muted">{tppApplicationName}</p>
    </>
  );
}
