/** Which of the bank's pages stands at this address. No store and no hash router: these pages are small and come first. */
import type { RuntimeConfig } from '@portico/contract';
import { DevicePage } from '../features/bank-device/index.ts';
import { SignInPage } from '../features/bank-sign-in/index.ts';
import { ToSignPage } from '../features/to-sign/index.ts';
import type { ApiClient } from '../shared/api/api-client.ts';
import { bankRouteOf } from './bank-path.ts';
import { DeadEnd } from './dead-end.tsx';

export function BankApp({ pathname, api, config }: { pathname: string; api: ApiClient; config: RuntimeConfig }) {
  const route = bankRouteOf(pathname);
  if (route.page === 'signIn') return <SignInPage id={route.id} api={api} config={config} />;
  if (route.page === 'toSign') return <ToSignPage paymentId={route.paymentId} api={api} config={config} />;
  if (route.page === 'device' && config.hasSandboxBank) return <DevicePage api={api} config={config} />;
  return <DeadEnd bankName={config.bankName} title="Page not found" text="There is nothing at this address. Go back to the site you came from." />;
}
