/** F18: rotates the keys of tokens and cookies under load, phase by phase. For each phase three servers are restarted in another order. */
import { spawnSync } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { CLI_ENTRY } from '@portico/testkit';
import { openBankUnderLoad } from '../bank-under-load.ts';
import { createFindings, type Report } from '../findings.ts';

const BROWSERS = 9;
const SERVERS = 3;
/** The order of restarts in each phase: publish, use, retire. */
const ORDERS = [
  [0, 1, 2],
  [2, 0, 1],
  [1, 2, 0],
] as const;
/** The pause after a server is ready (`replace-servers.ts`). */
const SEEN_AGAIN_MS = 2_500;
const CALLS_BETWEEN = 300;
const POLL_MS = 50;

export async function rotateKeysUnderLoad({ say, clusterUrl }: { say: (text: string) => void; clusterUrl: string }): Promise<Report> {
  const findings = createFindings('F18 · an exchange of keys under load', say);
  const bank = await openBankUnderLoad({ clusterUrl, serverCount: SERVERS, browsers: BROWSERS });
  try {
    const keysFile = `${bank.place.dataDir}-keys.json`;
    const kids = [await signingKidOf(bank.publicUrl)];
    for (const order of ORDERS) {
      const { phase, text } = rotate(keysFile);
      writeFileSync(`${keysFile}.new`, text, { mode: 0o600 });
      renameSync(`${keysFile}.new`, keysFile);
      for (const index of order) {
        const before = bank.servers.calls.length;
        await bank.server(index).stop();
        await bank.start(index);
        await delay(SEEN_AGAIN_MS);
        while (bank.servers.calls.length < before + CALLS_BETWEEN) await delay(POLL_MS);
      }
      kids.push(await signingKidOf(bank.publicUrl));
      say(`  ${phase}: restarted in the order ${order.join(', ')}`);
    }
    findings.must(
      'the old key signs in the phase publish, the new one from the phase use on',
      kids[0] === kids[1] && kids[1] !== kids[2] && kids[2] === kids[3],
    );
    const failed = bank.servers.calls.filter(({ path, outcome }) => /\/(?:token|auth|sign-in)/.test(path) && /^(?:400|401|403|5)/.test(outcome));
    const names = failed.map(({ method, path, outcome }) => `${method} ${path}: ${outcome}`);
    findings.must(
      `no sign-in and no token failed in nine restarts${names.length === 0 ? '' : `: ${names.slice(0, 5).join('; ')}`}`,
      names.length === 0,
    );
    findings.note(`Calls: ${bank.servers.calls.length}`);
    return await findings.conclude(bank);
  } finally {
    await bank.close();
  }
}

/** Runs each phase before its time, when all servers have restarted, because the round cannot wait for hours. */
function rotate(keysFile: string): { readonly phase: string; readonly text: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI_ENTRY, 'keys', 'rotate', keysFile, '--yes'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The phase was refused: ${stderr}`);
  return { phase: stderr.split('.')[0] ?? '', text: stdout };
}

/** The first key of the set is the signing key. */
async function signingKidOf(publicUrl: string): Promise<unknown> {
  const answer: unknown = await (await fetch(`${publicUrl}/api/v2/jwks`)).json();
  return Object(Object(answer).keys?.[0]).kid;
}
