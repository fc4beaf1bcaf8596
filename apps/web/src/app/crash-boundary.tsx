/** Catches errors while rendering or loading: shows the specified text and a button that reloads the page. */
import { Component, type ReactNode } from 'react';
import { useEssentialText } from '../shared/essential-texts/essential-texts.ts';
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

/** @param supportContact empty when the configuration could not be loaded */
export function CrashView({ supportContact }: { supportContact: string }) {
  const text = useEssentialText();
  return (
    <main>
      <SheetPage isNarrow>
        <Sheet>
          <SheetBody>
            <h1>{text('essential.crash.title')}</h1>
            <p>{text('essential.crash.text')}</p>
            <p className="strong">{text('essential.crash.money')}</p>
            {supportContact === '' ? null : <p className="small second">{text('essential.crash.support', { contact: supportContact })}</p>}
            <Button kind="primary" isBlock onClick={() => window.location.reload()}>
              {text('essential.crash.tryAgain')}
            </Button>
          </SheetBody>
        </Sheet>
      </SheetPage>
    </main>
  );
}
