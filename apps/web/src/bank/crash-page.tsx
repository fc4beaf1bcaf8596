/** Catches errors while rendering: shows the specified text and a button that reloads the page. */
import { Component, type ReactNode } from 'react';
import { useEssentialText } from '../shared/essential-texts/essential-texts.ts';
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

/** @param bankName empty when the configuration could not be loaded */
export function CrashPage({ bankName }: { bankName: string }) {
  const text = useEssentialText();
  return (
    <DeadEnd bankName={bankName} title={text('essential.crash.title')} text={text('essential.crash.text')}>
      <p className="strong">{text('essential.crash.money')}</p>
      <Button kind="primary" isBlock onClick={() => window.location.reload()}>
        {text('essential.crash.tryAgain')}
      </Button>
    </DeadEnd>
  );
}
