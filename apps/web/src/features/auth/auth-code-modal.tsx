/** `?m=authCode`: shows the authorization code of a sign-in at the bank. The code is kept in memory only and is lost on a reload. */

import { isRecord } from '../../shared/api/api-error.ts';
import { CodeBlock } from '../../shared/portal/code/code-block.tsx';
import { Modal } from '../../shared/portal/modal.tsx';
import type { PortalModalProps } from '../../shared/portal/modal-props.ts';
import { useQuery } from '../../shared/portal/router/place.ts';
import { useExtra } from '../../shared/portal/use-extra.ts';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { Note } from '../../shared/ui/note.tsx';
import styles from './auth.module.css';

const AUTHORIZE_PATH = '/api-explorer/login/authorize';
const TOKEN_PATHS = { version1: '/api-explorer/oauth2/getAccessToken', version2: '/api-explorer/oauth2/token' } as const;

export function AuthCodeModal({ config, isClosing, onClose }: PortalModalProps) {
  const { initialQuery, storage } = useExtra();
  const { code } = initialQuery;
  const issuer = useQuery().get('iss');
  const earlier = earlierPath(storage.authorization.read());
  if (code === undefined) {
    return (
      <Modal title="Authorization failed" isClosing={isClosing} onClose={onClose}>
        <div className={styles.body}>
          <Note kind="error">
            <strong>Authorization code not found.</strong> The sign-in at the bank was not finished, or this page was reloaded: a code is shown once.
          </Note>
          <ButtonLink kind="secondary" isBlock href={`#${earlier ?? AUTHORIZE_PATH}`}>
            Start the authorization again
          </ButtonLink>
        </div>
      </Modal>
    );
  }
  return (
    <Modal title="You have logged in successfully" isClosing={isClosing} onClose={onClose}>
      <div className={styles.body}>
        <CodeBlock title="Your authorization code is" code={code} />
        <p className="small second">Exchange it within 60 seconds. It works once.</p>
        <ButtonLink kind="primary" isBlock href={`#${tokenPathOf(issuer, config.apiBase) ?? tokenPathAfter(earlier)}`}>
          Get Access Token
        </ButtonLink>
      </div>
    </Modal>
  );
}

/** The issuer of the code itself (RFC 9207), which also comes with a code that was asked for outside of the explorer. */
function tokenPathOf(issuer: string | null, apiBase: string): string | undefined {
  if (issuer === `${apiBase}/v1`) return TOKEN_PATHS.version1;
  return issuer === `${apiBase}/v2` ? TOKEN_PATHS.version2 : undefined;
}

/** Specification §2: after version 1's authorization to version 1's token call, otherwise to version 2's. */
function tokenPathAfter(path: string | undefined): string {
  return path === AUTHORIZE_PATH ? TOKEN_PATHS.version1 : TOKEN_PATHS.version2;
}

/** The page that started the authorization, from session storage. */
function earlierPath(stored: string | undefined): string | undefined {
  try {
    const pending: unknown = JSON.parse(stored ?? '');
    return isRecord(pending) && typeof pending.path === 'string' ? pending.path : undefined;
  } catch {
    return undefined;
  }
}
