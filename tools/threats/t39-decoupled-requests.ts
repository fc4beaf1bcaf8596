import type { Threat } from './threat.ts';

const file = 'apps/server/test/threats/decoupled.test.ts';
const journey = 'apps/server/test/journeys/decoupled.test.ts';
const kinds = 'apps/server/test/journeys/decoupled-kinds.test.ts';
const limits = 'apps/server/src/modules/signing/decoupled/decoupled-limits.test.ts';
const folder = 'apps/server/src/modules/signing/decoupled';

export const T39: Threat = {
  id: 'T39',
  title: 'A provider asks phones that no customer waits for, or learns personal codes by asking',
  defence: 'Off by default; one open request for each customer, limits, and one answer for the right and a wrong identity.',
  proofs: [
    {
      rule: 'the decoupled approach is off unless the bank switches it on',
      test: { file: journey, name: 'where the setting is off' },
      disable: { file: `${folder}/start-decoupled.ts`, find: 'if (platform.config.decoupledSca !== true) return undefined;', replace: '' },
    },
    {
      rule: 'a wrong identity gets the answer of the right one',
      test: { file, name: 'gets the answer of the right one, asks no device, and ends like a customer who does not answer' },
      disable: {
        file: `${folder}/start-decoupled.ts`,
        find: 'if (device === undefined || (',
        replace: 'if (device === undefined || !device.isTheirs || (',
      },
    },
    {
      rule: 'a wrong identity asks no device',
      test: { file, name: 'gets the answer of the right one, asks no device, and ends like a customer who does not answer' },
      disable: { file: `${folder}/watch-devices.ts`, find: 'return request.isAsked ? ask(', replace: 'return session ? ask(' },
    },
    {
      rule: 'a request without an answer ends at the time of a wrong identity',
      test: { file, name: 'does not end before the time of a customer who does not answer' },
      disable: {
        file: `${folder}/watch-devices.ts`,
        find: "return request.isOver ? endWithoutSignature(deps, session, 'expired') : undefined;",
        replace: "return endWithoutSignature(deps, session, 'expired');",
      },
    },
    {
      rule: 'starts of one customer that were not approved are limited, also with a wrong identity',
      test: { file, name: 'counts as a start like the right one, so that the limit reveals nothing' },
      disable: { file: `${folder}/decoupled-limits.ts`, find: 'UNAPPROVED_PER_CUSTOMER = 5', replace: 'UNAPPROVED_PER_CUSTOMER = 500' },
    },
    {
      rule: 'starts of one application that were not approved are limited',
      test: { file: limits, name: 'refuses the start after %i of %s' },
      disable: { file: `${folder}/decoupled-limits.ts`, find: 'UNAPPROVED_PER_APPLICATION = 100', replace: 'UNAPPROVED_PER_APPLICATION = 1000' },
    },
    {
      rule: 'one request of a customer is open at a time',
      test: { file, name: 'has one open request: a second one is a redirect, also of many at the same time' },
      disable: {
        file: `${folder}/start-decoupled.ts`,
        find: 'if (!(await insertDecoupled(tx, request, DECOUPLED_SECONDS))) return undefined;',
        replace: 'await insertDecoupled(tx, request, DECOUPLED_SECONDS);',
      },
    },
    {
      rule: 'five refusals end the requests of providers',
      test: { file, name: 'whose method is blocked by refusals gets a redirect, and can sign in as before' },
      disable: {
        file: `${folder}/start-decoupled.ts`,
        find: ' || (await sca.isBlocked(tx, customer, device.method))',
        replace: '',
      },
    },
    {
      rule: 'refusals of a provider’s requests do not block the customer’s own browsers',
      test: { file, name: 'whose method is blocked by refusals gets a redirect, and can sign in as before' },
      disable: { file: `${folder}/watch-devices.ts`, find: 'isKnownBrowser: false,', replace: 'isKnownBrowser: true,' },
    },
    {
      rule: 'a device that answers for a page of the bank is not asked by a provider',
      test: { file, name: 'who is asked by a page of the bank is not asked by a provider at the same time' },
      disable: { file: `${folder}/watch-devices.ts`, find: 'if (await sca.isAsking(customer, method)) return;', replace: '' },
    },
    {
      rule: 'missing funds are not told without authentication',
      test: { file, name: 'does not reveal missing funds: no device is asked, and it ends like one without an answer' },
      disable: { file: `${folder}/watch-devices.ts`, find: 'await thing.check(db);', replace: '' },
    },
    {
      rule: 'an approval for another content signs nothing',
      test: { file, name: 'that was approved for another content signs nothing' },
      disable: {
        file: 'apps/server/src/modules/signing/sign/complete-signature.ts',
        find: ' && contentHash === approval.contentHash && ',
        replace: ' && ',
      },
    },
    {
      rule: 'the phone names the provider and says what to do with a request that the customer did not start',
      test: { file: journey, name: 'is answered with DECOUPLED, and the approval on the device executes it' },
      disable: {
        file: `${folder}/watch-devices.ts`,
        find: 'content: { ...thing.content, displayText: deviceTextOf(kind, session, thing) },',
        replace: 'content: thing.content,',
      },
    },
    {
      rule: 'a payee who is not verified is shown on a page',
      test: { file: journey, name: 'for a payment whose account the customer chooses, and for one with an unverified payee' },
      disable: {
        file: 'apps/server/src/modules/payments/authorisation/signable-payment.ts',
        find: " || payeeVerification?.result !== 'MTCH'",
        replace: '',
      },
    },
    {
      rule: 'a bulk payment with one payee who is not verified is shown on a page',
      test: { file: kinds, name: 'is REDIRECT where the customer chooses the account, where a payee is not verified, and without PSU-ID' },
      disable: {
        file: 'apps/server/src/modules/payments/authorisation/signable-payment.ts',
        find: 'debtorAccount === undefined || !isVerified',
        replace: 'debtorAccount === undefined || isVerified === undefined',
      },
    },
    {
      rule: 'the phone names every payee of a bulk payment; names that do not fit are read on a page',
      test: { file: kinds, name: 'is REDIRECT: a bulk payment whose payees do not fit; with few payees the device names all of them' },
      disable: {
        file: `${folder}/start-decoupled.ts`,
        find: ' || !fitsPhone(deviceTextOf(kind, session, thing), session.locale)',
        replace: '',
      },
    },
    {
      rule: 'a cancellation is not confirmed with the text of a payment',
      test: { file: kinds, name: 'is confirmed on the device, which says that it is a cancellation' },
      disable: {
        file: 'apps/server/src/modules/payments/cancellation/cancellation-content.ts',
        find: "phoneText('phone.cancel', { what: signed.displayText })",
        replace: 'signed.displayText',
      },
    },
    {
      rule: 'another cancellation of the application takes the first one off the device',
      test: { file: kinds, name: 'ends when the application starts another one, which is a redirect; an approval of the first cancels nothing' },
      disable: {
        file: 'apps/server/src/modules/payments/cancellation/cancel-by-tpp.ts',
        find: 'await deps.signing.withdraw(context, { sandboxId, resourceId: paymentId, kind });',
        replace: '',
      },
    },
  ],
};
