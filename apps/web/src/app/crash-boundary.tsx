/** Whatever breaks while drawing, or does not load, ends here: the specified words and a button that reloads the page. */
import { Component, type ReactNode } from 'react';
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
  return (
    <main>
      <SheetPage isNarrow>
        <Sheet>
          <SheetBody>
            <h1>Oops, something went wrong!</h1>
            <p>It’s not you, it’s us. We’re sorry.</p>
            <p className="small second">
              The page could not be shown. This by itself has signed nothing and moved no money. Try again
              {supportContact === '' ? '.' : `, and if it happens again tell us: ${supportContact}.`}
            </p>
            <Button kind="primary" isBlock onClick={() => window.location.reload()}>
              Try again
            </Button>
          </SheetBody>
        </Sheet>
      </SheetPage>
    </main>
  );
}
