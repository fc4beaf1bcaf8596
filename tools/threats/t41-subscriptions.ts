import type { Threat } from './threat.ts';

const folder = 'apps/server/src/modules/subscriptions';
const file = `${folder}/subscriptions.test.ts`;
const mails = `${folder}/announce.test.ts`;
const store = `${folder}/subscription-store.ts`;
const token = `${folder}/subscription-token.ts`;

export const T41: Threat = {
  id: 'T41',
  title: 'A subscription of a foreign address, or its change or end by another person or a program that opens links',
  defence: 'The mailbox confirms the address; a token is a MAC over id and purpose; GET changes nothing.',
  proofs: [
    {
      rule: 'an address is not subscribed without a confirmation',
      test: { file, name: 'is not subscribed without a confirmation' },
      disable: {
        file: store,
        find: "email, topics, created_at) values (${subscriptionId}, ${email}, '{}', now())",
        replace: "email, topics, created_at, confirmed_at) values (${subscriptionId}, ${email}, '{incidents}', now(), now())",
      },
    },
    {
      rule: 'a subscriber without a confirmation is not told',
      test: { file: mails, name: 'without a confirmation, with an ended subscription, or confirmed after the announcement is not told' },
      disable: {
        file: `${folder}/announcement-store.ts`,
        find: 'on confirmed_at <= told_at and topic = any(topics)',
        replace: "on (topic = any(topics) or topics = '{}')",
      },
    },
    {
      rule: 'a request for a subscribed address changes nothing',
      test: { file, name: 'that is subscribed keeps its topics when another visitor types it; its mail has the link to change them' },
      disable: {
        file: `${folder}/manage-subscription.ts`,
        find: 'const content = kept.isConfirmed ?',
        replace: 'await changeSubscription(context.tx, kept.subscriptionId, topics);\n    const content = kept.isConfirmed ?',
      },
    },
    {
      rule: 'a confirmation has the topics of its link',
      test: { file, name: 'gets the topics of the link that its holder opened, not those of a later request' },
      disable: {
        file: store,
        find: 'topics = case when confirmed_at is null then ${[...topics]}::text[] else topics end,',
        replace: 'topics = ${[...topics]}::text[],',
      },
    },
    {
      rule: 'a confirmation ends after a day',
      test: { file, name: 'is refused a day after the mail' },
      disable: {
        file: store,
        find: 'confirmed_at = coalesce(confirmed_at, now())\n    where subscription_id = ${subscriptionId} and ${isAlive}',
        replace: 'confirmed_at = coalesce(confirmed_at, now())\n    where subscription_id = ${subscriptionId}',
      },
    },
    {
      rule: 'links of an expired request stay expired',
      test: { file, name: 'of an expired mail stays refused after the address was typed again' },
      disable: {
        file: store,
        find: 'subscription_id = case when ${isAlive} then subscription.subscription_id else excluded.subscription_id end,',
        replace: 'subscription_id = subscription.subscription_id,',
      },
    },
    {
      rule: 'known and unknown addresses get one answer and one mail',
      test: { file, name: 'that is known gets the answer of an unknown one, and one mail' },
      disable: {
        file: `${folder}/manage-subscription.ts`,
        find: 'await mail.enqueue(context, { to: email, ...content });',
        replace: 'if (!kept.isConfirmed) await mail.enqueue(context, { to: email, ...content });',
      },
    },
    {
      rule: 'mails are limited for an address',
      test: { file, name: 'refuses the fourth in an hour to one mailbox, known or unknown, over all its sub-addresses' },
      disable: { file: `${folder}/manage-subscription.ts`, find: 'await requireMail(db, config, email, caller);', replace: '' },
    },
    {
      rule: 'a token that the server did not make opens and ends nothing',
      test: { file, name: 'opens and ends nothing: %s' },
      disable: {
        file: token,
        find: 'return equalsConstantTime(sign(config, purpose, content), token) ? content : undefined;',
        replace: 'return content;',
      },
    },
    {
      rule: 'the token of the header opens nothing',
      test: { file, name: 'is possible with the token of the header, which opens nothing else' },
      disable: {
        file: token,
        find: "const managed = open(config, 'manage', token);",
        replace: "const managed = open(config, 'manage', token) ?? open(config, 'unsubscribe', token);",
      },
    },
    {
      rule: 'a program that opens links ends nothing',
      test: { file, name: 'changes nothing: GET and HEAD of the address in the header lead to the page, which asks' },
      disable: {
        file: `${folder}/routes.ts`,
        find: 'requireEnding(platform.config, query.token);',
        replace: 'await endSubscription(platform, query.token);',
      },
    },
    {
      rule: 'one click is a form of RFC 8058',
      test: { file, name: 'is refused and ends nothing: %s' },
      disable: { file: `${folder}/one-click.ts`, find: 'return fields.length === 1 && ', replace: 'return true || ' },
    },
    {
      rule: 'a subject is one line',
      test: { file: mails, name: 'have a subject of one line and the unchanged text, also after an operator typed line ends and markup' },
      disable: { file: `${folder}/news-texts.ts`, find: "text.replaceAll(/[\\p{C}\\p{Z}]+/gu, ' ').trim()", replace: 'text.trim()' },
    },
    {
      rule: 'every subscriber gets a mail once, also after a crash',
      test: { file: mails, name: 'are written once each when a server fails in the middle of a batch, and the next run goes on' },
      disable: {
        file: `${folder}/announce.ts`,
        find: 'receivers.length < BATCH ? undefined : receivers.at(-1)?.subscriptionId',
        replace: 'undefined',
      },
    },
  ],
};
