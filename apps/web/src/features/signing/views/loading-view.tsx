/** Before the details are there: the sheet with grey lines, from 300 ms on. */
import { SheetBody } from '../../../shared/ui/sheet.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { useSigningText } from '../messages.ts';
import { SigningFrame } from './signing-frame.tsx';
import { useSigningPage } from './signing-page-context.tsx';

export function LoadingView() {
  const { config } = useSigningPage();
  const text = useSigningText();
  return (
    <SigningFrame config={config} isNarrow>
      <SheetBody>
        <Skeleton label={text('signing.loading')} lines={6} />
      </SheetBody>
    </SigningFrame>
  );
}
