/** Whatever breaks while drawing, or does not load, ends here: the specified words and a button that reloads the page. */
import { Component, type ReactNode } from 'react';
import { useLastWords } from '../shared/last-words/last-words.ts';
import { Button } from '../shared/ui/button.tsx';
import { Sheet, SheetBody, SheetPage } from '../shared/ui/sheet.tsx';

export class CrashBoundary extends Component<{ supportContact: string; children: ReactNode }, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError(): { hasCrashed: boolean } {
    return { hasCrashed: true };
  }

  override render(): ReactNode {
    return this.state.hasCrashed ? <CrashView supportContact={this.props.supportContact} /> : this.props.children;
  }
}

/** @param supportContact empty when the page does not even know its configuration */
export function CrashView({ supportContact }: { supportContact: string }) {
  const text = useLastWords();
  return (
    <main>
      <SheetPage isNarrow>
        <Sheet>
          <SheetBody>
            <h1>{text('lastWords.crash.title')}</h1>
            <p>{text('lastWords.crash.text')}</p>
            <p className="strong">{text('lastWords.crash.money')}</p>
            {supportContact === '' ? null : <p className="small second">{text('lastWords.crash.support', { contact: supportContact })}</p>}
            <Button kind="primary" isBlock onClick={() => window.location.reload()}>
              {text('lastWords.crash.tryAgain')}
            </Button>
          </SheetBody>
        </Sheet>
      </SheetPage>
    </main>
  );
}
