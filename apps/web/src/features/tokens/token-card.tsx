/** The access token of the current customer: to copy, how long it lives, and a new one. */
import type { TokenUser } from '@portico/contract';
import { formatDateTime } from '../../shared/format/dates.ts';
import { useNow } from '../../shared/page/use-now.ts';
import { ActionFailure } from '../../shared/portal/action-failure.tsx';
import { browserTimeZone } from '../../shared/portal/browser-time-zone.ts';
import { Card } from '../../shared/portal/card.tsx';
import { CopyButton } from '../../shared/portal/copy-button.tsx';
import type { TokenUsers } from '../../shared/portal/test-customers/use-token-users.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Definition, DefinitionList } from '../../shared/ui/definition-list.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { timeLeftText } from './time-left.ts';
import styles from './tokens.module.css';

interface TokenCardProps {
  user: TokenUser;
  renewing: TokenUsers['renewing'];
  onRenew: () => Promise<unknown>;
  isOfSandbox: boolean;
}

export function TokenCard({ user, renewing, onRenew, isOfSandbox }: TokenCardProps) {
  const { access_token: token = '', expiresAt } = user;
  const now = useNow();
  const left = expiresAt === undefined ? undefined : timeLeftText(expiresAt, now);
  return (
    <Card title="Access token" hasLintel>
      <div className={styles.token}>
        <code translate="no">{token}</code>
        <CopyButton text={token} label="Copy access token" />
      </div>
      {expiresAt === undefined ? null : (
        <DefinitionList isDense>
          <Definition label="Expiry date" isLong>
            {formatDateTime(expiresAt, 'en', browserTimeZone())}
          </Definition>
          <Definition label="Left">{left === undefined ? 'Expired' : <b className="strong tab">{left}</b>}</Definition>
        </DefinitionList>
      )}
      {left === undefined ? (
        <Note kind="warn" role="status">
          <strong>Token expired.</strong> Calls with it are refused. Renew it here; your samples change with it.
        </Note>
      ) : null}
      {renewing.failure === undefined ? null : <ActionFailure failure={renewing.failure} />}
      <Button kind="primary" isBlock isBusy={renewing.isPending} onClick={() => void onRenew()}>
        {renewing.isPending ? 'Renewing' : 'Renew token'}
      </Button>
      {isOfSandbox ? (
        <p className="small second">
          It works without a certificate, in the sandbox only. <a href="#/tpp/certificates">Certificates</a>
        </p>
      ) : null}
    </Card>
  );
}
