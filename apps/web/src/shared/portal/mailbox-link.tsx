/** Where a development server shows its mails; elsewhere they come to the address itself. */
import type { RuntimeConfig } from '@portico/contract';
import { LinkOut } from '../ui/link-out.tsx';

const MAILBOX_PATH = '/mailbox';

export function MailboxLink({ config }: { config: RuntimeConfig }) {
  if (!config.hasMailbox) return null;
  return (
    <p className="small second">
      This development server keeps its mails: <LinkOut href={MAILBOX_PATH} label="open the mailbox" />
    </p>
  );
}
