import type { Threat } from './threat.ts';

const folder = 'apps/server/src/modules/console';
const test = 'apps/server/test/journeys/console-acts.test.ts';

export const T62: Threat = {
  id: 'T62',
  title: 'One operator alone suspends a provider or lifts a suspension, or a confirmation acts on something that has changed',
  defence:
    'An act that needs a second person commits with the end of its request. Another person confirms it within a day, and only what they read is done.',
  proofs: [
    {
      rule: 'another person confirms',
      test: { file: test, name: 'does not happen when the person who asked confirms it, also with another session, role or name' },
      disable: {
        file: `${folder}/four-eyes/request-states.ts`,
        find: "(askedSubject === subject) === (DECIDED_BY[decision] === 'theOneWhoAsked');",
        replace: "askedSubject !== '' && subject !== '' && decision in DECIDED_BY;",
      },
    },
    {
      rule: 'a request expires after a day',
      test: { file: test, name: 'does not happen after a day' },
      disable: {
        file: `${folder}/four-eyes/request-store.ts`,
        find: "state = 'waiting' and expires_at <= now() for",
        replace: "state = 'waiting' and false for",
      },
    },
    {
      rule: 'a confirmation acts on what was read',
      test: { file: test, name: 'that is lifted is not lifted when the provider has changed what acts afterwards' },
      disable: { file: `${folder}/four-eyes/four-eyes.ts`, find: ' || found.seen !== request.seen', replace: '' },
    },
    {
      rule: 'a decision is made once',
      test: { file: test, name: 'happens once when two people confirm at the same time, and the second one reads who did' },
      disable: {
        file: `${folder}/four-eyes/four-eyes.ts`,
        find: 'if (to === undefined) return',
        replace: "if (to === undefined && request.state !== 'confirmed') return",
      },
    },
  ],
  journeys: ['e2e/journeys/console.spec.ts'],
};
