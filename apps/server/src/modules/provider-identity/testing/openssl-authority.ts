/** An authority that the program openssl runs in a folder: it issues, revokes, signs CRLs and answers by OCSP. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPemChain } from '../read/read-pem-chain.ts';

const CONFIGURATION = `
[ca]
default_ca = this
[this]
dir = .
database = index.txt
new_certs_dir = .
serial = serial
default_md = sha256
default_days = 2
default_crl_days = 1
policy = any
unique_subject = no
[any]
countryName = optional
organizationName = optional
organizationIdentifier = optional
commonName = optional
[authority]
basicConstraints = critical, CA:true
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[responder]
keyUsage = critical, digitalSignature
extendedKeyUsage = OCSPSigning
authorityKeyIdentifier = keyid
[provider]
keyUsage = critical, digitalSignature
extendedKeyUsage = clientAuth
authorityKeyIdentifier = keyid
authorityInfoAccess = OCSP;URI:http://ocsp.example.com/
crlDistributionPoints = URI:http://crl.example.com/1.crl
1.3.6.1.5.5.7.1.3 = DER:QC_STATEMENTS
`;
const SUBJECT = '/C=EE/O=Example Provider/organizationIdentifier=PSDEE-FI-4711/CN=provider.example';

interface CertificateWish {
  /** As openssl writes it. Default: `Example Provider`. */
  readonly subject?: string;
  /** Value of the extension; default: that of the authority. */
  readonly qcStatements?: Uint8Array;
  /** Days from now until the end, also negative; default: 2. */
  readonly days?: number;
}

export interface OpensslAuthority {
  readonly authority: Uint8Array;
  /** Issues a certificate and returns its DER form. The authority knows it by its file name. */
  readonly issue: (name: string, profile?: 'provider' | 'responder', wish?: CertificateWish) => Uint8Array;
  /** The certificate and its key, as PEM. */
  readonly pairOf: (name: string) => { readonly cert: string; readonly key: string };
  readonly revoke: (name: string, reason: string) => void;
  readonly makeCrl: () => Uint8Array;
  /** Starts a responder on a free port, which signs with a key of the authority or of a delegated responder. */
  readonly serveOcsp: (signer: string) => Promise<number>;
  readonly close: () => Promise<void>;
}

/** Throws if openssl is missing: the proof must not be left out. @param qcStatements value of the extension. */
export function createOpensslAuthority(qcStatements: Uint8Array): OpensslAuthority {
  const folder = mkdtempSync(join(tmpdir(), 'portico-openssl-'));
  const responders: ChildProcess[] = [];
  const run = (...args: readonly string[]): Buffer => execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const read = (name: string): Uint8Array => {
    const result = readPemChain(readFileSync(join(folder, `${name}.pem`), 'utf8'));
    const [der] = result.ok ? result.chain : [];
    if (der === undefined) throw new Error(`openssl wrote no certificate into ${name}.pem.`);
    return der;
  };
  const newKey = (name: string, kind: readonly string[] = ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256']) => [
    '-newkey',
    ...kind,
    '-nodes',
    '-keyout',
    `${name}.key`,
  ];
  const configure = (statements: Uint8Array) =>
    writeFileSync(join(folder, 'ca.cnf'), CONFIGURATION.replace('QC_STATEMENTS', Buffer.from(statements).toString('hex')));
  configure(qcStatements);
  writeFileSync(join(folder, 'index.txt'), '');
  writeFileSync(join(folder, 'serial'), 'F00D\n');
  run('req', '-new', ...newKey('ca'), '-subj', '/CN=OpenSSL Test CA', '-out', 'ca.csr');
  run('x509', '-req', '-in', 'ca.csr', '-key', 'ca.key', '-days', '3', '-sha256', '-extfile', 'ca.cnf', '-extensions', 'authority', '-out', 'ca.pem');
  const ca = ['ca', '-config', 'ca.cnf', '-cert', 'ca.pem', '-keyfile', 'ca.key', '-batch', '-notext'];
  return {
    authority: read('ca'),
    issue: (name, profile = 'provider', wish = {}) => {
      configure(wish.qcStatements ?? qcStatements);
      run('req', '-new', '-utf8', ...newKey(name), '-subj', wish.subject ?? SUBJECT, '-out', `${name}.csr`);
      const dates = wish.days === undefined ? [] : ['-startdate', dateOf(wish.days - 2), '-enddate', dateOf(wish.days)];
      run(...ca, '-preserveDN', '-utf8', ...dates, '-extensions', profile, '-in', `${name}.csr`, '-out', `${name}.pem`);
      return read(name);
    },
    pairOf: (name) => ({ cert: readFileSync(join(folder, `${name}.pem`), 'utf8'), key: readFileSync(join(folder, `${name}.key`), 'utf8') }),
    revoke: (name, reason) => void run(...ca, '-revoke', `${name}.pem`, '-crl_reason', reason),
    makeCrl: () => {
      run(...ca, '-gencrl', '-out', 'ca.crl');
      return new Uint8Array(run('crl', '-in', 'ca.crl', '-outform', 'DER'));
    },
    serveOcsp: async (signer) => {
      const args = ['-port', '0', '-index', 'index.txt', '-CA', 'ca.pem', '-rkey', `${signer}.key`, '-rsigner', `${signer}.pem`, '-ndays', '1'];
      const child = spawn('openssl', ['ocsp', ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
      responders.push(child);
      return portOf(child);
    },
    close: async () => {
      for (const child of responders) {
        if (child.exitCode !== null) continue;
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      rmSync(folder, { recursive: true });
    },
  };
}

/** As openssl reads it: `20261129120000Z`. */
function dateOf(days: number): string {
  return `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`;
}

/** The responder writes `ACCEPT [::]:45915 PID=16850`. */
function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = '';
    const read = (chunk: Buffer): void => {
      text += chunk.toString();
      const [, port] = /ACCEPT .*:(\d+) PID/.exec(text) ?? [];
      if (port !== undefined) resolve(Number(port));
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.on('exit', () => reject(new Error(`The OCSP responder ended: ${text}`)));
    child.on('error', reject);
  });
}
