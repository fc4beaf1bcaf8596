/** A link whose token opens no subscription, and the form to subscribe again. */
import type { RuntimeConfig } from '@portico/contract';
import { Card } from '../../shared/portal/card.tsx';
import { CONFIRMATION_HOURS, Subscribe } from './subscribe.tsx';

export function UnknownLink({ config, takesFocus }: { config: RuntimeConfig; takesFocus: boolean }) {
  return (
    <>
      <Card title="This link is no longer valid" takesFocus={takesFocus}>
        <p>
          The link is incomplete, or its subscription was not confirmed within {CONFIRMATION_HOURS} hours, or the subscription has ended. You can
          subscribe again here.
        </p>
      </Card>
      <Subscribe config={config} />
    </>
  );
}
