import type { Threat } from './threat.ts';

const file = 'apps/server/src/modules/test-device/device-link.test.ts';
const signIn = 'apps/server/src/modules/sign-in/sign-in-device-link.test.ts';
const signature = 'apps/server/src/modules/signing/sign/sign-by-link.test.ts';
const opening = 'apps/server/src/modules/test-device/open-link.ts';
const store = 'apps/server/src/modules/sca/challenge/device-link-store.ts';

export const T40: Threat = {
  id: 'T40',
  title: 'A device link or QR code is stolen, kept, changed, or opened by another device or browser',
  defence: 'A code over the whole link and its content, ten seconds for a QR code, the asking browser for a link, and one device for each challenge.',
  proofs: [
    {
      rule: 'a changed link, or the code of another challenge, opens nothing',
      test: { file, name: 'opens nothing: %s' },
      disable: { file: opening, find: 'if (!isGenuine(deps, challenge, { ...read, link })) throw linkUnknown();', replace: '' },
    },
    {
      rule: 'the code of a QR code is for one second of its challenge',
      test: { file, name: 'opens nothing: %s' },
      disable: {
        file: 'apps/server/src/modules/test-device/device-link.ts',
        find: "[SCHEME, PROTOCOLS[purpose], digest, '', '', '', '', unprotected]",
        replace: "[SCHEME, PROTOCOLS[purpose], digest, '', '', '', '', token]",
      },
    },
    {
      rule: 'an old QR code opens nothing',
      test: { file, name: 'counts for ten seconds' },
      disable: { file: opening, find: 'return age >= 0 && age <= QR_SECONDS;', replace: 'return age >= 0;' },
    },
    {
      rule: 'a QR code made ahead opens nothing',
      test: { file, name: 'is not accepted from the future' },
      disable: { file: opening, find: 'return age >= 0 && age <= QR_SECONDS;', replace: 'return age <= QR_SECONDS;' },
    },
    {
      rule: 'a link opens in the browser that asked, and in no other',
      test: { file, name: 'does not open in another browser' },
      disable: {
        file: opening,
        find: 'if (elapsedSeconds === undefined) return openerHash === deviceKeyHash;',
        replace: 'if (elapsedSeconds === undefined) return true;',
      },
    },
    {
      rule: 'one device opens a challenge',
      test: { file, name: 'opens for one of many devices at the same moment' },
      disable: { file: store, find: "    .where('opened_by_hash', 'is', null)\n", replace: '' },
    },
    {
      rule: 'no device answers a link before it is opened',
      test: { file, name: 'is not answered before it is opened' },
      disable: {
        file: 'apps/server/src/modules/sca/challenge/challenge.ts',
        find: 'return link === undefined ? deviceKeyHash : link.openedByHash;',
        replace: 'return link?.openedByHash ?? deviceKeyHash;',
      },
    },
    {
      rule: 'a link opens nothing once the device was notified instead',
      test: { file, name: 'has the control code of the same content, and the link opens nothing any more' },
      disable: { file: store, find: ".set({ form: 'notification', answers_at", replace: '.set({ answers_at' },
    },
    {
      rule: 'a method without a link gets none',
      test: { file: signature, name: 'is refused for a method without one, and the session stays open' },
      disable: {
        file: 'apps/server/src/modules/sca/challenge/start-challenge.ts',
        find: ' || !offersForm(authenticator, method, form)',
        replace: '',
      },
    },
    {
      rule: 'an unknown personal code gets the links of a known one',
      test: { file: signIn, name: 'gets the answer of a known one, and its code opens nothing' },
      disable: {
        file: 'apps/server/src/modules/sign-in/decoy/decoy.ts',
        find: "const hasLink = form === 'deviceLink';",
        replace: 'const hasLink = false;',
      },
    },
  ],
};
