/** Starts a unit of systemd by its directives, where systemd is not the first process: user, settings, credentials, state folder, command. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const UNITS = '/etc/systemd/system';

export interface StartedUnit {
  /** Undefined for a unit of type oneshot, which has ended well. */
  readonly process: ChildProcess | undefined;
  /** What it wrote to both of its streams. */
  said(): string;
}

/** @param name `portico@3000` or `portico-migrate`. @throws Error with the output of a command that failed */
export function startUnit(name: string): StartedUnit {
  const [template = '', instance = ''] = name.split('@');
  const file = `${template}${instance === '' ? '' : '@'}.service`;
  const dropIns = join(UNITS, `${file}.d`);
  const files = [join(UNITS, file), ...(existsSync(dropIns) ? readdirSync(dropIns).map((each) => join(dropIns, each)) : [])];
  const credentials = join('/run/credentials', `${name}.service`);
  const lines = files
    .flatMap((path) => readFileSync(path, 'utf8').split('\n'))
    .map((line) => line.replaceAll('%i', instance).replaceAll('%d', credentials));
  const all = (directive: string) => lines.flatMap((line) => (line.startsWith(`${directive}=`) ? [line.slice(directive.length + 1)] : []));
  const one = (directive: string) => all(directive).at(-1);
  const user = one('User') ?? 'root';

  for (const folder of all('StateDirectory')) own(join('/var/lib', folder), user, Number.parseInt(one('StateDirectoryMode') ?? '755', 8));
  for (const credential of all('LoadCredential')) {
    const [id = '', path = ''] = credential.split(':');
    own(credentials, user, 0o700);
    cpSync(path, join(credentials, id));
    execFileSync('chown', [user, join(credentials, id)]);
    chmodSync(join(credentials, id), 0o400);
  }
  const settings = [
    ...all('EnvironmentFile').flatMap((path) => readFileSync(path, 'utf8').split('\n')),
    ...all('Environment').flatMap((line) => line.split(' ')),
  ];
  const env = Object.fromEntries(
    settings.flatMap((line) => (/^[A-Z_0-9]+=/.test(line) ? [[line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]] : [])),
  );
  const options = { cwd: one('WorkingDirectory') ?? '/', env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ...env } };
  const asUser = (command: string) => {
    const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
    return user === 'root' ? words : ['setpriv', '--reuid', user, '--regid', one('Group') ?? user, '--init-groups', '--no-new-privs', ...words];
  };
  const runToEnd = (command: string) => {
    const [program = '', ...words] = asUser(command);
    const { status, stdout, stderr } = spawnSync(program, words, { ...options, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${name}: ${command} ended with ${status}: ${stdout}${stderr}`);
    return `${stdout}${stderr}`;
  };

  for (const command of all('ExecStartPre')) runToEnd(command);
  const command = one('ExecStart') ?? '';
  if (one('Type') === 'oneshot') {
    const text = runToEnd(command);
    return { process: undefined, said: () => text };
  }
  const [program = '', ...words] = asUser(command);
  const process = spawn(program, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: string[] = [];
  for (const stream of [process.stdout, process.stderr]) stream.on('data', (chunk: Buffer) => void chunks.push(chunk.toString()));
  return { process, said: () => chunks.join('') };
}

function own(folder: string, user: string, mode: number): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, mode);
  execFileSync('chown', [user, folder]);
}
