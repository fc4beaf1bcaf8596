/** The services that both editions of the server have. */
import type { Access } from '#modules/access/index.ts';
import type { Audit } from '#modules/audit/index.ts';
import type { AccountReader, Bank } from '#modules/bank/index.ts';
import type { Developers } from '#modules/developers/index.ts';
import type { Mailbox } from '#modules/mailbox/index.ts';
import type { Maintenance } from '#modules/maintenance/index.ts';
import type { NotificationEndpoints, Notifications } from '#modules/notifications/index.ts';
import type { OAuth } from '#modules/oauth/index.ts';
import type { Onboarding } from '#modules/onboarding/index.ts';
import type { Payments } from '#modules/payments/index.ts';
import type { Certificates, CreatedProviderIdentity } from '#modules/provider-identity/index.ts';
import type { Registration } from '#modules/registration/index.ts';
import type { RequestLog } from '#modules/request-log/index.ts';
import type { Sca } from '#modules/sca/index.ts';
import type { SignIn } from '#modules/sign-in/index.ts';
import type { Signing } from '#modules/signing/index.ts';
import type { CountingDeps } from '#modules/statistics/index.ts';
import type { Status } from '#modules/status/index.ts';
import type { Subscriptions } from '#modules/subscriptions/index.ts';
import type { TppApps } from '#modules/tpp-apps/index.ts';
import type { Mail } from '#platform/mail/mail.ts';

export interface Modules {
  readonly audit: Audit;
  readonly developers: Developers;
  /** The mailbox of a development server; undefined where mails go to a mail server. */
  readonly mailbox: Mailbox | undefined;
  readonly mail: Mail;
  readonly maintenance: Maintenance;
  readonly bank: Bank;
  readonly accountReader: AccountReader;
  readonly tppApps: TppApps;
  readonly certificates: Certificates;
  readonly providerIdentity: CreatedProviderIdentity;
  readonly sca: Sca;
  readonly notifications: Notifications;
  readonly notificationEndpoints: NotificationEndpoints;
  readonly payments: Payments;
  readonly access: Access;
  readonly oauth: OAuth;
  readonly requestLog: RequestLog;
  readonly signIn: SignIn;
  readonly signing: Signing;
  readonly onboarding: Onboarding;
  readonly registration: Registration;
  readonly statistics: CountingDeps;
  readonly status: Status;
  readonly subscriptions: Subscriptions;
}
