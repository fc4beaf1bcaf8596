/** Whatever breaks while drawing ends here: the specified words and a button that reloads the page. */
import { Component, type ReactNode } from 'react';
import { Button } from '../shared/ui/button.tsx';
import { DeadEnd } from './dead-end.tsx';

export class CrashBoundary extends Component<{ bankName: string; children: ReactNode }, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError(): { hasCrashed: boolean } {
    return { hasCrashed: true };
  }

  override render(): ReactNode {
    return this.state.hasCrashed ? <CrashPage bankName={this.props.bankName} /> : this.props.children;
  }
}

/** @param bankName empty when the page does not even know its configuration */
export function CrashPage({ bankName }: { bankName: string }) {
  return (
    <DeadEnd bankName={bankName} title="Oops, something went wrong!" text="It’s not you, it’s us. We’re sorry.">
      <p className="strong">Nothing was signed and no money has moved by this.</p>
      <Button kind="primary" isBlock onClick={() => window.location.reload()}>
        Try again
      </Button>
    </DeadEnd>
  );
}
