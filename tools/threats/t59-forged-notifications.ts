import type { Threat } from './threat.ts';

const notifications = 'apps/server/src/modules/notifications';
const creation = `${notifications}/create-notifications.ts`;
const message = `${notifications}/delivery/compose-message.ts`;
const asked = { file: `${notifications}/create-notifications.test.ts`, name: 'sends nothing to %s' };

export const T59: Threat = {
  id: 'T59',
  title: 'A forged, changed or old status notification, or one that is sent to an address of another',
  defence:
    'Each message is signed with the client secret over its id, the time of the attempt and its body. It goes to the origin of a redirect URI only, in the domain of the certificate of the call.',
  proofs: [
    {
      rule: 'the signature fits one message, at one time',
      test: { file: `${notifications}/delivery/deliver.test.ts`, name: 'is signed so that a foreign library accepts it, and holds ids and statuses' },
      disable: { file: message, find: '`${id}.${timestamp}.${body}`', replace: 'body' },
    },
    {
      rule: 'each attempt has its own time',
      test: { file: `${notifications}/delivery/deliver.test.ts`, name: 'is signed so that a foreign library accepts it, and holds ids and statuses' },
      disable: { file: message, find: 'Math.floor(at.getTime() / 1000)', replace: 'Math.floor(at.getTime() / 1000) - 86_400' },
    },
    {
      rule: 'a receiver has the origin of a redirect URI',
      test: asked,
      disable: { file: creation, find: ' || !tppApps.isReturnUrl(app, wish.url)', replace: '' },
    },
    {
      rule: 'an address that the server never calls is not registered',
      test: asked,
      disable: { file: creation, find: ' || !canSendTo(wish.url)', replace: '' },
    },
    {
      rule: 'a receiver is in the domain of the certificate of the call',
      test: { file: `${notifications}/create-notifications.test.ts`, name: 'sends nothing outside the domain of the certificate of the call' },
      disable: { file: creation, find: 'if (!isInDomainOf(', replace: 'if (false && !isInDomainOf(' },
    },
    {
      rule: 'a suspended application gets no message',
      test: { file: `${notifications}/delivery/deliver.test.ts`, name: 'waits while the application is suspended, without a try' },
      disable: {
        file: `${notifications}/delivery/deliver.ts`,
        find: 'if (keys.length === 0) return write(({ tx }) => pauseChannel(tx, lease, SUSPENDED_SECONDS));',
        replace: '',
      },
    },
    {
      rule: 'the origin is one of a redirect URI when a message is sent, too',
      test: {
        file: `${notifications}/create-notifications.test.ts`,
        name: 'sends nothing to an origin of which the application has no redirect URI any more, and sends it when it has one again',
      },
      disable: { file: creation, find: 'return tppApps.isReturnUrl(app, url) ? ', replace: 'return app !== undefined ? ' },
    },
    {
      rule: 'a stop holds for applications that ask later',
      test: {
        file: 'apps/server/test/journeys/notifications.test.ts',
        name: 'while an operator has paused the origin, also for an application that asks later; the messages that waited follow',
      },
      disable: {
        file: `${notifications}/store/registration-store.ts`,
        find: '(select stopped_at from notification_stop where origin = ${given.origin}::text)',
        replace: '(select stopped_at from notification_stop where origin = ${given.origin}::text and false)',
      },
    },
  ],
};
