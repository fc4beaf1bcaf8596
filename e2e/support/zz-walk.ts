import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, expect, type Page } from '@playwright/test';
import { CHROMIUM_ARGS } from '../playwright.config.ts';
import { dialog, logIn, newDeveloper } from './developer.ts';
import { startServers } from './servers.ts';
const run = promisify(execFile);
const OUT = '/tmp/d-walk';
const servers = await startServers({});
const executablePath = process.env.CHROMIUM_PATH;
const browser = await chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath === undefined ? {} : { executablePath }) });
const log = (...all: unknown[]) => console.log(...all);
try {
  for (const viewport of [{ width: 1280, height: 800 }, { width: 360, height: 740 }]) {
    const w = viewport.width;
    const context = await browser.newContext({ viewport, timezoneId: 'Europe/Tallinn', hasTouch: w < 500, isMobile: w < 500, permissions: ['clipboard-read', 'clipboard-write'] });
    let page = await context.newPage();
    let steps = 0; let began = Date.now(); let part = Date.now();
    const shot = (name: string, of: Page = page, fullPage = false) => of.screenshot({ path: join(OUT, `${name}-${w}.png`), fullPage });
    const lap = (what: string) => { log(w, what, ((Date.now() - part) / 1000).toFixed(1), 's', steps, 'presses'); part = Date.now(); steps = 0; };
    const press = async (locator: ReturnType<Page['getByRole']>) => { steps += 1; await locator.click(); };
    const clip = () => page.evaluate(() => navigator.clipboard.readText());
    await page.goto(servers.portalUrl);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForTimeout(1500);
    await shot('01-landing'); await shot('01-landing-full', page, true);
    await press(page.getByRole('button', { name: 'Copy code' }).first());
    const asPrinted = await clip();
    const { stdout } = await run('bash', ['-c', asPrinted]);
    log(w, 'as printed:', stdout.slice(0, 300)); lap('copied command answered');
    const developer = newDeveloper();
    await press(page.getByRole('link', { name: 'Create a free sandbox' }));
    await dialog(page).getByLabel('EMAIL').fill(developer.email);
    await dialog(page).getByLabel('PASSWORD', { exact: true }).fill(developer.password);
    await shot('02-register');
    await press(dialog(page).getByRole('button', { name: 'Register Now' }));
    await expect(page.getByText('Please verify your mail address.')).toBeVisible();
    await shot('03-registered');
    const opened = context.waitForEvent('page');
    await press(dialog(page).getByRole('link', { name: 'open the mailbox' }));
    page = await opened;
    const mail = page.getByRole('listitem').filter({ hasText: developer.email }).getByRole('link');
    await expect(async () => { await page.reload(); await expect(mail).toBeVisible({ timeout: 3000 }); }).toPass();
    await shot('04-mailbox');
    await press(mail);
    await press(page.getByRole('link', { name: /verification=/ }));
    await expect(page.getByText('Your mail address is verified. You can log in now.')).toBeVisible();
    await logIn(page, developer); steps += 1;
    await expect(page.getByRole('heading', { level: 1, name: 'Tokens' })).toBeVisible();
    lap('landing page to Tokens');
    await expect(page.getByRole('region', { name: 'Accounts' }).locator('tbody td').first()).toBeVisible();
    await page.waitForTimeout(1000);
    await shot('05-tokens'); await shot('05-tokens-full', page, true);
    const sample = page.getByRole('tabpanel');
    await press(sample.getByRole('button', { name: 'Copy' }));
    const answer = await run('bash', ['-euo', 'pipefail', '-c', await clip()]);
    log(w, 'answered:', answer.stdout.slice(0, 120)); lap('tokens to the first answer in a terminal');
    await press(page.getByRole('link', { name: 'Send a first call' }));
    await press(page.getByRole('button', { name: 'Send request' }));
    await expect(page.getByRole('region', { name: 'Response', exact: true })).toContainText('200 OK');
    await page.waitForTimeout(800);
    await shot('06-first-call'); lap('tokens to the first answer in the explorer');
    const name = await page.evaluate(() => fetch('/api/tpp/psu').then((r) => r.json()).then((l) => l.find((u: any) => u.access_token)));
    // The guide, from the landing page.
    for (const [language, tab, file, command] of [['js', 'Node', 'first-hour.mjs', process.execPath], ['python', 'Python', 'first_hour.py', 'python3']] as const) {
      await page.goto(`${servers.portalUrl}/#/`);
      part = Date.now(); steps = 0;
      await press(page.getByRole('main').getByRole('link', { name: 'Read How to APIs' }));
      await expect(page.getByRole('heading', { level: 1, name: 'How to APIs' })).toBeVisible();
      await page.waitForTimeout(500);
      if (language === 'js') await shot('07-guide');
      const folder = await mkdtemp(join(OUT, `${language}-`));
      const cells = await page.getByRole('main').locator('td code').allTextContents();
      const npm = cells.find((text) => text.startsWith('npm init')) ?? '';
      if (language === 'js') { await run('bash', ['-c', npm], { cwd: folder, env: { ...process.env } }); lap('npm install from the page'); }
      await press(page.getByRole('tab', { name: tab, exact: true }).first());
      if (language === 'js') { await page.getByRole('tab', { name: tab, exact: true }).first().scrollIntoViewIfNeeded(); await shot('08-guide-code'); }
      const blocks = await page.getByRole('main').locator('figure').filter({ has: page.getByRole('tab', { name: tab, exact: true }) }).all();
      const codes: string[] = [];
      for (const block of blocks) { await press(block.getByRole('button', { name: 'Copy code' })); codes.push(await clip()); }
      await page.goto(`${servers.portalUrl}/#/tokens`);
      const copyToken = page.getByRole('button', { name: /Copy.*token|Copy access/i }).first();
      await press(copyToken);
      const token = await clip();
      const text = codes.join('\n\n').replaceAll('<your access token>', token);
      log(w, language, 'blocks', codes.length, 'placeholders left:', text.match(/<[a-z][\w ]+>/gi));
      await writeFile(join(folder, file), text);
      lap(`${language}: copy blocks and token`);
      const program = spawn(command, [join(folder, file)], { cwd: folder, env: { ...process.env, PYTHONUNBUFFERED: '1' } });
      let said = ''; let seen = new Set<string>(); let ended: number | null | undefined; let failed = '';
      program.stdout.on('data', (t) => (said += t)); program.stderr.on('data', (t) => (failed += t)); program.on('close', (c) => (ended = c));
      let signs = 0;
      while (ended === undefined) {
        const address = [...said.matchAll(/https?:\/\/\S+\/bank\/sca\/[\w-]+/g)].map(([a]) => a).find((a) => !seen.has(a));
        if (address === undefined) { await new Promise((r) => setTimeout(r, 200)); continue; }
        seen.add(address);
        await page.goto(address); 
        await expect(page.getByRole('button', { name: /^Sign in as|^Sign with|^Confirm/ }).first()).toBeVisible();
        if (language === 'js') await shot(`09-bank-${signs}`);
        const signIn = page.getByRole('button', { name: /^Sign in as/ });
        if (await signIn.isVisible()) { await press(signIn); }
        await expect(page.getByRole('button', { name: /^Sign with/ })).toBeVisible();
        if (language === 'js') await shot(`10-sign-${signs}`);
        await press(page.getByRole('button', { name: /^Sign with/ }));
        await page.waitForURL(/welcome/, { timeout: 60000 });
        if (language === 'js') await shot(`11-back-${signs}`);
        signs += 1;
      }
      log(w, language, 'ended', ended, failed, said.match(/"\w*Status": "\w+"/g));
      lap(`${language}: program until its end`);
    }
    await page.goto(`${servers.portalUrl}/#/api-explorer/payments/initiatePayment`);
    await page.waitForTimeout(2500);
    await shot('12-explorer');
    await page.goto(`${servers.portalUrl}/#/tpp/requests`);
    await expect(page.getByRole('region', { name: 'Requests' }).getByRole('listitem').first()).toBeVisible();
    await page.waitForTimeout(1500);
    await shot('13-log', page, true);
    await page.getByRole('region', { name: 'Requests' }).locator('summary').nth(1).click();
    await page.waitForTimeout(1500);
    await shot('14-log-open', page, true);
    log(w, 'all', ((Date.now() - began) / 1000).toFixed(0));
    await context.close();
  }
} catch (error) { console.log(error); for (const c of browser.contexts()) for (const p of c.pages()) await p.screenshot({ path: join(OUT, `fail-${Date.now()}.png`) }); } finally { await browser.close(); await servers.stop(); }
