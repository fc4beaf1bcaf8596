/** Every threat with proofs of its defence. */
import { T1 } from './t01-open-redirect.ts';
import { T2 } from './t02-hostile-markup.ts';
import { T3 } from './t03-signing-ids.ts';
import { T4 } from './t04-cross-site.ts';
import { T5 } from './t05-foreign-objects.ts';
import { T6 } from './t06-double-submit.ts';
import { T7 } from './t07-overdraft.ts';
import { T8 } from './t08-see-what-you-sign.ts';
import { T9 } from './t09-authentication-limits.ts';
import { T10 } from './t10-authorization.ts';
import { T11 } from './t11-identity-provider.ts';
import { T12 } from './t12-stored-secrets.ts';
import { T13 } from './t13-fetched-addresses.ts';
import { T14 } from './t14-mails.ts';
import { T15 } from './t15-reset-codes.ts';
import { T16 } from './t16-known-addresses.ts';
import { T17 } from './t17-password-guessing.ts';
import { T18 } from './t18-secrets-in-passing.ts';
import { T19 } from './t19-framing.ts';
import { T20 } from './t20-expensive-bodies.ts';
import { T21 } from './t21-slow-expressions.ts';
import { T22 } from './t22-names-as-paths.ts';
import { T23 } from './t23-report-files.ts';
import { T24 } from './t24-formulas.ts';
import { T25 } from './t25-sql.ts';
import { T26 } from './t26-slow-clients.ts';
import { T27 } from './t27-smuggling.ts';
import { T28 } from './t28-shared-caches.ts';
import { T29 } from './t29-supply-chain.ts';
import { T30 } from './t30-offered-routes.ts';
import { T31 } from './t31-audit.ts';
import { T32 } from './t32-account-access.ts';
import { T33 } from './t33-numbers-of-test-customers.ts';
import { T34 } from './t34-decoded-addresses.ts';
import { T35 } from './t35-public-figures.ts';
import { T36 } from './t36-expensive-reads.ts';
import { T37 } from './t37-before-a-session.ts';
import { T38 } from './t38-vetting.ts';
import { T39 } from './t39-decoupled-requests.ts';
import { T40 } from './t40-device-links.ts';
import { T41 } from './t41-subscriptions.ts';
import { T42 } from './t42-certificates-without-keys.ts';
import { T43 } from './t43-foreign-certificates.ts';
import { T44 } from './t44-roles-of-certificates.ts';
import { T45 } from './t45-revoked-certificates.ts';
import { T46 } from './t46-wrong-clocks.ts';
import { T47 } from './t47-huge-certificates.ts';
import { T48 } from './t48-addresses-in-certificates.ts';
import { T49 } from './t49-logged-certificates.ts';
import { T50 } from './t50-replayed-proofs.ts';
import { T51 } from './t51-signed-requests.ts';
import { T52 } from './t52-keys-of-test-certificates.ts';
import { T53 } from './t53-lowered-profiles.ts';
import { T54 } from './t54-registrations.ts';
import { T55 } from './t55-collected-names.ts';
import { T56 } from './t56-bank-pages.ts';
import { T57 } from './t57-roles.ts';
import { T58 } from './t58-chosen-addresses.ts';
import { T59 } from './t59-forged-notifications.ts';
import { T60 } from './t60-second-factor.ts';
import { T61 } from './t61-console.ts';
import { T62 } from './t62-second-person.ts';
import { T63 } from './t63-notification-endpoints.ts';
import type { Threat } from './threat.ts';

export const threats: readonly Threat[] = [
  T1,
  T2,
  T3,
  T4,
  T5,
  T6,
  T7,
  T8,
  T9,
  T10,
  T11,
  T12,
  T13,
  T14,
  T15,
  T16,
  T17,
  T18,
  T19,
  T20,
  T21,
  T22,
  T23,
  T24,
  T25,
  T26,
  T27,
  T28,
  T29,
  T30,
  T31,
  T32,
  T33,
  T34,
  T35,
  T36,
  T37,
  T38,
  T39,
  T40,
  T41,
  T42,
  T43,
  T44,
  T45,
  T46,
  T47,
  T48,
  T49,
  T50,
  T51,
  T52,
  T53,
  T54,
  T55,
  T56,
  T57,
  T58,
  T59,
  T60,
  T61,
  T62,
  T63,
];
