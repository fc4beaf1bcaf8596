/** Entry of the bank's own pages: sign-in, second signatures and test device. */
import '../shared/ui/tokens.css';
import '../shared/ui/base.css';
import { I18nProvider } from '@lingui/react';
import { createRoot } from 'react-dom/client';
import { deviceCatalogue } from '../features/bank-device/index.ts';
import { signInCatalogue } from '../features/bank-sign-in/index.ts';
import { toSignCatalogue } from '../features/to-sign/index.ts';
import { createApiClient } from '../shared/api/api-client.ts';
import { loadRuntimeConfig } from '../shared/api/runtime-config.ts';
import { activateLocale, createI18n } from '../shared/i18n/catalogues.ts';
import { BankApp } from './bank-app.tsx';
import { CrashBoundary, CrashPage } from './crash-page.tsx';

const element = document.getElementById('root');
if (element === null) throw new Error('bank.html has no #root');
const root = createRoot(element);

try {
  const i18n = createI18n();
  const [config] = await Promise.all([loadRuntimeConfig(), activateLocale(i18n, 'en', [signInCatalogue, deviceCatalogue, toSignCatalogue])]);
  const api = createApiClient({
    bases: { api: config.apiBase, content: config.contentBase, identity: config.identityBase, root: '' },
    // Customers are no developers: these pages never send or end a developer's session.
    subject: () => null,
    onLoggedOut: () => undefined,
    onTerminated: () => undefined,
  });
  root.render(
    <I18nProvider i18n={i18n}>
      <CrashBoundary bankName={config.bankName}>
        <BankApp pathname={window.location.pathname} api={api} config={config} />
      </CrashBoundary>
    </I18nProvider>,
  );
} catch (error) {
  console.error(error);
  root.render(<CrashPage bankName="" />);
}
