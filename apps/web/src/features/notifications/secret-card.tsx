/** A secret of an endpoint, which the server shows once. */
import type { EndpointWithSecret } from '@portico/contract';
import { Card } from '../../shared/portal/card.tsx';
import { CopyButton } from '../../shared/portal/copy-button.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { sayTime } from './notification-texts.ts';
import styles from './notifications.module.css';

export function SecretCard({ given: { endpoint, secret }, onClose }: { given: EndpointWithSecret; onClose: () => void }) {
  const { url, previousSecretValidUntil: until } = endpoint;
  return (
    <Card title="Signing secret" hasLintel takesFocus>
      <p className={styles.url}>{url}</p>
      <div className={styles.secret}>
        <code translate="no">{secret}</code>
        <CopyButton text={secret} label="Copy secret" />
      </div>
      <Note kind="info">
        Portico shows this secret once. Keep it on your server; it verifies the header webhook-signature.
        {until === undefined ? null : ` The secret before signs too, until ${sayTime(until)}: install the new one in this time.`}
      </Note>
      <Button kind="primary" onClick={onClose}>
        I have saved the secret
      </Button>
    </Card>
  );
}
