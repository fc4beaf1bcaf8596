/** Ten recovery codes, which no page shows again. */
import { saveBlob } from '../../shared/page/save-blob.ts';
import { Card } from '../../shared/portal/card.tsx';
import { CopyButton } from '../../shared/portal/copy-button.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Note } from '../../shared/ui/note.tsx';
import styles from './security.module.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  onClose: () => void;
}

export function RecoveryCodesCard({ codes, onClose }: RecoveryCodesProps) {
  const text = `${codes.join('\n')}\n`;
  return (
    <Card title="Your recovery codes" hasLintel takesFocus>
      <Note kind="warn">
        <strong>Store these codes now.</strong> They are the way in if you lose your phone. Each works once, and no page shows them again.
      </Note>
      <ol className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code translate="no">{code}</code>
          </li>
        ))}
      </ol>
      <div className="row wrap">
        <Button kind="primary" onClick={() => saveBlob(new Blob([text], { type: 'text/plain' }), 'portico-recovery-codes.txt')}>
          Save as a file
        </Button>
        <CopyButton text={text} label="Copy the codes" hasWords />
        <Button kind="secondary" onClick={onClose}>
          I have stored the codes
        </Button>
      </div>
    </Card>
  );
}
