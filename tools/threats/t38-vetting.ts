import type { Threat } from './threat.ts';

const file = 'apps/server/test/journeys/admission.test.ts';

export const T38: Threat = {
  id: 'T38',
  title: 'Passing a vetting with one identity and using another afterwards',
  defence: 'Vetting is bound to what was vetted: the values in force stay until an operator approves the change that the operator read.',
  proofs: [
    {
      rule: 'a change of a vetted application waits for approval',
      test: { file, name: 'keeps its %s in force after the owner changed them, until an operator approves the change' },
      disable: {
        file: 'apps/server/src/modules/tpp-apps/create-tpp-apps.ts',
        find: 'if (!isVetted(app)) {',
        replace: 'if (app.appId !== undefined) {',
      },
    },
    {
      rule: 'a suspension does not release what was vetted',
      test: { file, name: 'needs approval for a change that its owner made while it was suspended' },
      disable: {
        file: 'apps/server/src/modules/tpp-apps/create-tpp-apps.ts',
        find: 'admission !== undefined || (',
        replace: '(admission !== undefined && !isSuspended) || (',
      },
    },
    {
      rule: 'an operator approves only the content that was read',
      test: { file, name: 'merges a further change into the pending one under a new id, so that an operator approves only what they read' },
      disable: {
        file: 'apps/server/src/modules/tpp-apps/create-tpp-apps.ts',
        find: "mergeChange(app, change, random.id('chg'))",
        replace: "mergeChange(app, change, app.pendingChange?.changeId ?? random.id('chg'))",
      },
    },
    {
      rule: 'an operator admits only the values that were read',
      test: { file, name: 'is not admitted when its owner changed it after the operator read it' },
      disable: {
        file: 'apps/server/src/modules/tpp-apps/decide-change.ts',
        find: 'if (fingerprintOf(app) !== fingerprint) {',
        replace: "if (fingerprint === '') {",
      },
    },
    {
      rule: 'an owner cannot find two contents with one fingerprint',
      test: {
        file: 'apps/server/src/modules/tpp-apps/admission.test.ts',
        name: 'is a whole SHA-256, so that an owner cannot search two contents with one fingerprint',
      },
      disable: { file: 'apps/server/src/modules/tpp-apps/admission.ts', find: 'contacts]));', replace: 'contacts])).slice(0, 16);' },
    },
    {
      rule: 'a registered name has no look-alike letters',
      test: { file: 'apps/server/src/modules/tpp-apps/admission.test.ts', name: 'has no %s: %s' },
      disable: {
        file: 'apps/server/src/modules/tpp-apps/admission.ts',
        find: 'if (flaw !== undefined) throw',
        replace: "if (flaw === '') throw",
      },
    },
    {
      rule: 'a registered name that passes for the bank’s is confirmed',
      test: {
        file,
        name: 'is admitted with the registered name %s, which customers would take for the bank, only after the operator has confirmed it',
      },
      disable: {
        file: 'apps/server/src/app/operators/application-orders.ts',
        find: 'isNameOfBank(entry.registeredName) && ',
        replace: "isNameOfBank('') && ",
      },
    },
    {
      rule: 'with a bank’s own core an application that was not admitted is not lifted',
      test: { file, name: 'stays suspended at a bank with its own core' },
      disable: {
        file: 'apps/server/src/modules/onboarding/create-onboarding.ts',
        find: 'admission !== undefined || ',
        replace: 'admission === undefined || ',
      },
    },
    {
      rule: 'an application calls only what the roles of its admission allow',
      test: {
        file: 'apps/server/test/journeys/provider-roles.test.ts',
        name: 'is refused exactly where the bank admitted the application without its role',
      },
      disable: {
        file: 'apps/server/src/modules/tpp-apps/xs2a-caller.ts',
        find: 'requireRole(request, caller);',
        replace: '',
      },
    },
    {
      rule: 'roles hold at the fallback interface, too',
      test: {
        file: 'apps/server/test/journeys/provider-roles.test.ts',
        name: 'is refused exactly where the bank admitted the application without its role',
      },
      disable: {
        file: 'apps/server/src/modules/fallback/identify-provider.ts',
        find: 'if (lacking !== undefined) ',
        replace: "if (lacking === '') ",
      },
    },
    {
      rule: 'two applications of the same names are two applications',
      test: { file: 'apps/server/src/modules/signing/sign-in-confirms.test.ts', name: 'asks the phone after a sign-in for %s' },
      disable: {
        file: 'apps/server/src/modules/signing/entry/enter.ts',
        find: 'return signedInFor.appId === appId && ',
        replace: 'return appId !== undefined && ',
      },
    },
  ],
};
