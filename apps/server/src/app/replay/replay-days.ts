/**
 * `portico replay`: creates history for the statistics of a development installation. The demo application and its customer send real requests to the
 * sandbox now, and each is dated back. The durations shown are the measured ones, and the days are marked as replayed.
 */
import { addDays, instantAt, isoDateIn } from '@portico/primitives';
import { listDemoLogins } from '#modules/bank-sandbox/index.ts';
import { issueToken } from '#modules/oauth/index.ts';
import { countDays } from '#modules/statistics/index.ts';
import type { Portico } from '../composition/build-app.ts';
import { DEMO_CLIENT_ID } from '../demo/demo-tpp.ts';
import { OperatorRefusal } from '../operators/operator-refusal.ts';
import { createReplayCaller } from './replay-caller.ts';
import { METHOD, type Replayed, replayApplication, replayCustomer } from './replay-rounds.ts';

/** Rounds per day; the first one includes a customer. */
const ROUNDS = 8;

/** Yields a message after each day. If the reader stops, the replay ends and the requests until then count. @throws OperatorRefusal */
export async function* replayDays(portico: Portico, days: number): AsyncGenerator<string> {
  const { platform, modules } = portico;
  const { config, db, clock } = platform;
  if (config.mode !== 'development' || config.bank !== 'sandbox')
    throw new OperatorRefusal(
      'Only a development installation with the sandbox bank is replayed: the statistics of any other say what was. Nothing was changed.',
    );
  const { timeZone } = modules.statistics;
  const today = isoDateIn(timeZone, await clock.realNow(db));
  for (let done = 0; done < days; done += 1) {
    const day = addDays(today, done - days);
    try {
      const { requests, refused } = await replayDay(portico, day);
      yield `${day}: ${requests} requests, ${refused} of them refused (day ${done + 1} of ${days})`;
    } finally {
      await modules.requestLog.flush();
      await countDays(modules.statistics, day, day);
    }
  }
}

async function replayDay(portico: Portico, day: string): Promise<{ readonly requests: number; readonly refused: number }> {
  const { clock, db } = portico.platform;
  const { timeZone } = portico.modules.statistics;
  const [from, until] = [instantAt(timeZone, day, '00:00').getTime(), instantAt(timeZone, addDays(day, 1), '00:00').getTime()];
  const who = await chooseCaller(portico);
  let [requests, refused] = [0, 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    const at = from + ((round + 0.5) / ROUNDS) * (until - from);
    const caller = createReplayCaller(portico, (await clock.realNow(db)).getTime() - at);
    await replayApplication({ ...who, caller });
    if (round === 0) await replayCustomer({ ...who, caller });
    requests += caller.sent().requests;
    refused += caller.sent().refused;
  }
  return { requests, refused };
}

/** Chooses the demo application, with a new access token of its first customer. */
async function chooseCaller({ platform, modules }: Portico): Promise<Omit<Replayed, 'caller'>> {
  const { db, write, clock, random } = platform;
  const app = await modules.tppApps.findByClientId(DEMO_CLIENT_ID);
  const redirectUri = app?.redirectUris[0];
  if (app === undefined || redirectUri === undefined)
    throw new OperatorRefusal('There is no demo application to send the requests. Start the server with its demo shop once. Nothing was changed.');
  const logins = await listDemoLogins(db, app.sandboxId);
  const login = logins.find(({ type, authMethods, scenario }) => type === 'person' && authMethods.includes(METHOD) && scenario === 'approves');
  const customer = login && (await modules.bank.findCustomerByIdentity(login.country, login.nationalIdentityNumber));
  const [account] = customer === undefined ? [] : await modules.bank.listAccounts(db, customer);
  if (customer === undefined || account === undefined)
    throw new OperatorRefusal('No customer of the demo approves with Smart-ID. Reset their scenarios. Nothing was changed.');
  const { customerId, country, nationalIdentityNumber } = customer;
  const { accessToken } = await write(async (context) =>
    issueToken({ random }, context, { app, customerId, bankCountry: country, locale: 'en', now: await clock.realNow(context.tx) }),
  );
  return { token: accessToken, iban: account.iban, nationalIdentityNumber, redirectUri };
}
