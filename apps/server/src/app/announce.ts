/** What a development server says to the person who started it: progress, then where everything is and who can sign in. */
import type { DemoLogin } from '#modules/bank/index.ts';
import type { Config } from '#platform/config.ts';
import { demoTppUrl } from './demo-tpp.ts';

export type Say = (text: string) => void;

/** Silent in production, where the log speaks. */
export function createSay(config: Pick<Config, 'mode'>): Say {
  return config.mode === 'development' ? (text) => void process.stdout.write(`${text}\n`) : () => {};
}

export function announce(say: Say, config: Config, logins: readonly DemoLogin[]): void {
  const shop = demoTppUrl(config);
  const addresses: readonly (readonly [string, string])[] = [
    ['Portal', `${config.publicUrl}/`],
    ...(shop === undefined ? [] : [['Demo shop (third-party site)', `${shop}/`] as const]),
    ['Test device (the customer’s phone)', `${config.publicUrl}/bank/device`],
    ['API', config.apiBase],
    ['Health', `${config.publicUrl}/readyz`],
  ];
  say('');
  say(`${config.productName} is ready.`);
  for (const [name, address] of addresses) say(`  ${name.padEnd(36)}${address}`);
  if (logins.length > 0) {
    say('');
    say('Sign in at the bank with a personal code (invented people, no password):');
    for (const login of logins) {
      say(`  ${login.country.toUpperCase()}  ${login.nationalIdentityNumber.padEnd(14)}${login.name.padEnd(28)}${whatHappens(login)}`);
    }
  }
  say('');
  say('Stop with Ctrl+C.');
}

const SCENARIOS: Readonly<Record<DemoLogin['scenario'], string>> = {
  approves: 'approves',
  refuses: 'refuses on the phone',
  wrongCode: 'enters a wrong code',
  timesOut: 'does not answer',
};

function whatHappens({ scenario, type }: DemoLogin): string {
  return type === 'company' ? `${SCENARIOS[scenario]} (company)` : SCENARIOS[scenario];
}
