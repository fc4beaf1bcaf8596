/**
 * Device links in the form of Smart-ID's relying-party API 3 ("Device link flows", "authCode"): the link has a code that only this server can make, bound to
 * what is signed and to every other part of the link. A link for the same device has no time; a QR code has the second in which it was made.
 */
import { createHmac } from 'node:crypto';
import type { Locale } from '@portico/contract';
import { hmacSha256Hex } from '#platform/crypto/hash.ts';
import type { LinkedChallenge } from '../sca/index.ts';

/** Where the sandbox's phone opens links, below the server's own address. */
const PAGE = '/bank/device';
const SCHEME = 'portico-sandbox';
const PROTOCOLS = { signIn: 'ACSP_V2', signing: 'RAW_DIGEST_SIGNATURE' } as const;
const SESSION_TYPES = { signIn: 'auth', signing: 'sign' } as const;
/** ISO 639-2. */
const LANGUAGES: Readonly<Record<Locale, string>> = { en: 'eng', et: 'est', lt: 'lit', lv: 'lav', ru: 'rus' };

interface LinkSource {
  readonly publicUrl: string;
  /** The key of the installation, from which the secret of each challenge is derived; the database stores none. */
  readonly secret: Buffer;
}

/** @returns an absolute address of at most 300 characters. */
export function makeDeviceLink({ publicUrl, secret }: LinkSource, { token, purpose, contentHash, locale, elapsedSeconds }: LinkedChallenge): string {
  const parameters = [
    ['deviceLinkType', elapsedSeconds === undefined ? 'Web2App' : 'QR'],
    ...(elapsedSeconds === undefined ? [] : [['elapsedSeconds', String(elapsedSeconds)]]),
    ['sessionToken', token],
    ['sessionType', SESSION_TYPES[purpose]],
    ['version', '1.0'],
    ['lang', LANGUAGES[locale]],
  ];
  const unprotected = `${publicUrl}${PAGE}?${parameters.map(([name, value]) => `${name}=${value}`).join('&')}`;
  const digest = Buffer.from(contentHash, 'hex').toString('base64');
  // The sandbox has one relying party, no broker and no callback: the page that asked reads the answer.
  const payload = [SCHEME, PROTOCOLS[purpose], digest, '', '', '', '', unprotected].join('|');
  const key = Buffer.from(hmacSha256Hex(secret, `device-link:${token}`), 'hex');
  return `${unprotected}&authCode=${createHmac('sha256', key).update(payload).digest('base64url')}`;
}

/** What a link says about itself; nothing of it is proven before the whole link equals the one that this server makes. */
export interface ReadLink {
  readonly token: string;
  readonly locale: Locale;
  /** Absent: the link for the same device. */
  readonly elapsedSeconds: number | undefined;
}

/** Undefined for a text that is no device link. */
export function readDeviceLink(link: string): ReadLink | undefined {
  const parameters = URL.canParse(link) ? new URL(link).searchParams : undefined;
  const token = parameters?.get('sessionToken');
  const locale = (Object.keys(LANGUAGES) as Locale[]).find((each) => LANGUAGES[each] === parameters?.get('lang'));
  if (token === undefined || token === null || locale === undefined) return undefined;
  const elapsed = parameters?.get('elapsedSeconds') ?? undefined;
  return { token, locale, elapsedSeconds: elapsed === undefined ? undefined : Number(elapsed) };
}
