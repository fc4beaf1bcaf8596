/** Chooses the bank's page for this address. Without store and hash router, so that these pages stay small. */
import type { RuntimeConfig } from '@portico/contract';
import { useLayoutEffect } from 'react';
import { accessibilityCatalogue, loadAccessibilityPage } from '../features/accessibility/index.ts';
import { DevicePage, deviceCatalogue } from '../features/bank-device/index.ts';
import { SignInPage, signInCatalogue } from '../features/bank-sign-in/index.ts';
import { loadPermissionsPage, permissionsCatalogue } from '../features/permissions/index.ts';
import { loadReceiptsPage, receiptsCatalogue } from '../features/receipts/index.ts';
import { ToSignPage, toSignCatalogue } from '../features/to-sign/index.ts';
import type { ApiClient } from '../shared/api/api-client.ts';
import { doorCatalogue } from '../shared/bank-pages/messages.ts';
import { useEssentialText } from '../shared/essential-texts/essential-texts.ts';
import type { CatalogueLoaders } from '../shared/i18n/catalogues.ts';
import { lazyComponent } from '../shared/page/lazy-component.tsx';
import type { BankRoute } from './bank-path.ts';
import { DeadEnd } from './dead-end.tsx';

/** The catalogues of each page, besides the shared ones. */
const CATALOGUES: Readonly<Record<BankRoute['page'], readonly CatalogueLoaders[]>> = {
  signIn: [signInCatalogue],
  toSign: [doorCatalogue, toSignCatalogue],
  permissions: [doorCatalogue, permissionsCatalogue],
  receipts: [doorCatalogue, receiptsCatalogue],
  accessibility: [doorCatalogue, accessibilityCatalogue],
  device: [deviceCatalogue],
  notFound: [],
};

export function cataloguesOf({ page }: BankRoute): readonly CatalogueLoaders[] {
  return CATALOGUES[page];
}

/** Loaded on demand, so that a sign-in for a provider does not wait for them. */
const AccessibilityPage = lazyComponent(loadAccessibilityPage);
const PermissionsPage = lazyComponent(loadPermissionsPage);
const ReceiptsPage = lazyComponent(loadReceiptsPage);

export function BankApp({ route, api, config }: { route: BankRoute; api: ApiClient; config: RuntimeConfig }) {
  if (route.page === 'signIn') return <SignInPage id={route.id} api={api} config={config} />;
  if (route.page === 'toSign') return <ToSignPage paymentId={route.paymentId} api={api} config={config} />;
  if (route.page === 'permissions')
    return <PermissionsPage permissionId={route.permissionId} query={window.location.search} api={api} config={config} />;
  if (route.page === 'receipts') return <ReceiptsPage receiptId={route.receiptId} query={window.location.search} api={api} config={config} />;
  if (route.page === 'accessibility') return <AccessibilityPage config={config} />;
  if (route.page === 'device' && config.hasSandboxBank) return <DevicePage api={api} config={config} />;
  return <NotFound bankName={config.bankName} />;
}

function NotFound({ bankName }: { bankName: string }) {
  const text = useEssentialText();
  const title = text('essential.notFound.title');
  useLayoutEffect(() => {
    document.title = `${title} · ${bankName}`;
  }, [title, bankName]);
  return <DeadEnd bankName={bankName} title={title} text={text('essential.notFound.text')} />;
}
