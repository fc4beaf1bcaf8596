/** Whatever breaks while drawing ends here: the specified words and a button that reloads the page. */
import { Component, type ReactNode } from 'react';
import { useLastWords } from '../shared/last-words/last-words.ts';
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
  const text = useLastWords();
  return (
    <DeadEnd bankName={bankName} title={text('lastWords.crash.title')} text={text('lastWords.crash.text')}>
      <p className="strong">{text('lastWords.crash.money')}</p>
      <Button kind="primary" isBlock onClick={() => window.location.reload()}>
        {text('lastWords.crash.tryAgain')}
      </Button>
    </DeadEnd>
  );
}
