import { describe, expect, it } from 'vitest';
import { makeAuthority, testKey } from '../testing/make-certificate.ts';
import {
  CA_QC,
  FOR_SEALS,
  FOR_SIGNATURES,
  FOR_WEB,
  GRANTED,
  type ListParts,
  makeTrustedList,
  type ServiceParts,
  WITHDRAWN,
} from '../testing/make-trusted-list.ts';
import { compareWithLists, countOthers, type Listing } from './compare-with-lists.ts';
import { LIST_BYTES_MAX, readTrustedList, type TrustedList, UnreadableList } from './trusted-list.ts';

const authority = makeAuthority({ name: 'Listed' });
const { der } = authority;
/** The same key under another certificate. */
const renewed = makeAuthority({ name: 'Listed', notAfter: new Date('2030-01-01T00:00:00Z') }).der;
const other = makeAuthority({ name: 'Other', key: testKey('P-256', 'other') }).der;

const read = (services: readonly ServiceParts[], parts?: ListParts): TrustedList => readTrustedList(Buffer.from(makeTrustedList(services, parts)));
const keyOf = (of: Uint8Array): string => read([{ der: of }]).services[0]?.keys[0] ?? '';
function refusalOf(xml: Buffer | string): string {
  try {
    readTrustedList(Buffer.from(xml));
    return 'accepted';
  } catch (error) {
    if (error instanceof UnreadableList) return error.message;
    throw error;
  }
}

describe('readTrustedList', () => {
  it.each<[string, ListParts]>([
    ['a default namespace', {}],
    ['a prefix', { prefix: 'tsl:' }],
    ['a comment in front', { before: '<!-- <TrustServiceStatusList> -->\n' }],
    ['a byte order mark', { before: '' }],
  ])('reads a list with %s', (name, parts) => {
    const mark = name === 'a byte order mark' ? '\uFEFF' : '';
    expect(readTrustedList(Buffer.from(`${mark}${makeTrustedList([{ der }], parts)}`))).toEqual({
      territory: 'EE',
      issuedAt: '2026-11-01T00:00:00Z',
      nextUpdate: '2027-05-01T00:00:00Z',
      unreadable: 0,
      services: [
        {
          name: 'Example & Sons QWAC CA',
          type: CA_QC,
          status: GRANTED,
          statusSince: '2024-03-01T00:00:00Z',
          information: [FOR_WEB],
          keys: [keyOf(der)],
        },
      ],
    });
  });

  it('does not take an earlier status for the present one', () => {
    expect(read([{ der, status: WITHDRAWN, history: GRANTED }]).services).toMatchObject([{ status: WITHDRAWN }]);
  });

  it('counts certificates that cannot be read', () => {
    expect(read([{ der: Uint8Array.of(1, 2, 3) }, { der }])).toMatchObject({ unreadable: 1, services: [{ keys: [] }, { keys: [keyOf(der)] }] });
  });

  it('reads a status across CDATA, comments and character references', () => {
    const status = `<![CDATA[http://uri.etsi.org/TrstSvc/TrustedList/Svc]]>status/<!-- not -->gra&#110;ted`;
    expect(read([{ der, status }]).services).toMatchObject([{ status: GRANTED }]);
  });

  const list = makeTrustedList([{ der }]);
  const nested = (depth: number): string => list.replace('</TrustServiceStatusList>', '<A>'.repeat(depth));
  const bomb = '<!DOCTYPE l [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>';
  it.each<[string, Buffer | string, RegExp]>([
    ['nothing', '', /no XML/],
    ['a text', 'no list', /no XML/],
    ['JSON', '{"TrustServiceStatusList": {}}', /no XML/],
    ['a page', '<!DOCTYPE html><html></html>', /declaration/],
    ['another document', '<Envelope/>', /its first element is Envelope, not TrustServiceStatusList/],
    ['a list in an envelope', `<Envelope>${list}</Envelope>`, /its first element is Envelope/],
    ['two lists in one file', `${list}${list.slice(list.indexOf('<Trust'))}`, /its first element/],
    ['external entities', makeTrustedList([{ der }], { before: '<!DOCTYPE l [<!ENTITY x SYSTEM "file:///etc/passwd">]>' }), /document type/],
    ['entities in entities', makeTrustedList([{ der }], { before: bomb }), /document type/],
    ['a document type in lower case', makeTrustedList([{ der }], { before: '<!doctype x>' }), /document type/],
    ['a file that ends too early', list.slice(0, -100), /has no end\. Download it again/],
    ['elements that overlap', list.replace('</SchemeTerritory>', ''), /SchemeTerritory has no end/],
    ['UTF-16', Buffer.from(list, 'utf16le'), /no XML|no UTF-8/],
    ['bytes that are no UTF-8', Buffer.from([0x3c, 0x54, 0xff, 0xfe]), /no UTF-8/],
    ['101 nested elements', nested(101), /more than 100 deep/],
    ['a million nested elements', nested(1_000_000), /more than 100 deep/],
    ['50 MB', Buffer.alloc(50_000_000, ' '), new RegExp(`50000000 bytes. At most ${LIST_BYTES_MAX}`)],
    [
      'the list of lists',
      makeTrustedList([{ der }], { type: 'http://uri.etsi.org/TrstSvc/TrustedList/TSLType/EUlistofthelists' }),
      /list of the lists/,
    ],
    ['a status of five million characters', makeTrustedList([{ der, status: 'x'.repeat(5_000_000) }]), /ServiceStatus has 5000000 characters/],
    ['a name of 2,001 characters', list.replace('Example &amp; Sons', 'x'.repeat(2_001)), /Name has 20\d\d characters/],
    ['a list without services', makeTrustedList([]), /no services/],
  ])('refuses %s', (_name, xml, text) => {
    expect(refusalOf(xml)).toMatch(text);
  });

  it('leaves an entity that no list can define as it is', () => {
    expect(read([{ der, status: '&granted;' }]).services).toMatchObject([{ status: '&granted;' }]);
  });
});

describe('compareWithLists', () => {
  const key = keyOf(der);
  const listing = (use: 'web' | 'seal' | 'both', services: readonly ServiceParts[]): Listing => compareWithLists(key, use, read(services).services);
  const seal = { der, information: [FOR_SEALS] };

  it.each<[string, 'web' | 'seal' | 'both', readonly ServiceParts[]]>([
    ['a QWAC authority', 'web', [{ der }]],
    ['a QSealC authority', 'seal', [seal]],
    ['a service with both uses', 'both', [{ der, information: [FOR_SEALS, FOR_WEB] }]],
    ['a service for each use', 'both', [{ der }, seal]],
    ['another certificate of the same key', 'web', [{ der: renewed }]],
    ['a service that was withdrawn once', 'web', [{ der, history: WITHDRAWN }]],
    ['a service that is granted beside a withdrawn one', 'web', [{ der, status: WITHDRAWN }, { der }]],
  ])('finds %s as granted', (_name, use, services) => {
    expect(listing(use, services)).toEqual({ outcome: 'granted' });
  });

  it.each<[string, 'web' | 'seal' | 'both', readonly ServiceParts[], Listing]>([
    ['another key', 'web', [{ der: other }], { outcome: 'notInList' }],
    ['the same name without a certificate', 'web', [{}], { outcome: 'notInList' }],
    ['a withdrawn service', 'web', [{ der, status: WITHDRAWN }], { outcome: 'withdrawn', status: 'withdrawn', since: '2024-03-01T00:00:00Z' }],
    [
      'a status that only ends like granted',
      'web',
      [{ der, status: 'http://example.com/notgranted' }],
      { outcome: 'withdrawn', status: 'notgranted', since: '2024-03-01T00:00:00Z' },
    ],
    ['no status', 'web', [{ der, status: '' }], { outcome: 'withdrawn', status: '', since: '2024-03-01T00:00:00Z' }],
    ['a service for seals', 'web', [seal], { outcome: 'wrongUse', listedFor: ['ForeSeals'] }],
    ['a service for websites', 'seal', [{ der }], { outcome: 'wrongUse', listedFor: ['ForWebSiteAuthentication'] }],
    ['one of two uses', 'both', [{ der }], { outcome: 'wrongUse', listedFor: ['ForWebSiteAuthentication'] }],
    [
      'one of two uses withdrawn',
      'both',
      [{ der }, { ...seal, status: WITHDRAWN }],
      { outcome: 'withdrawn', status: 'withdrawn', since: '2024-03-01T00:00:00Z' },
    ],
    ['a service for signatures', 'web', [{ der, information: [FOR_SIGNATURES] }], { outcome: 'wrongUse', listedFor: ['ForeSignatures'] }],
    ['no additional information', 'web', [{ der, information: [] }], { outcome: 'wrongUse', listedFor: ['Svctype/CA/QC'] }],
    [
      'a service that is not qualified',
      'web',
      [{ der, type: 'http://uri.etsi.org/TrstSvc/Svctype/CA/PKC' }],
      { outcome: 'wrongUse', listedFor: ['Svctype/CA/PKC'] },
    ],
    [
      'a responder of the same key',
      'web',
      [{ der, type: 'http://uri.etsi.org/TrstSvc/Svctype/Certstatus/OCSP/QC' }],
      { outcome: 'wrongUse', listedFor: ['Svctype/Certstatus/OCSP/QC'] },
    ],
  ])('reports %s', (_name, use, services, expected) => {
    expect(listing(use, services)).toEqual(expected);
  });

  it('counts the granted services that are no authorities of the bank', () => {
    const { services } = read([{ der }, { der: other }, {}, { der: other, status: WITHDRAWN }, { der: other, information: [FOR_SIGNATURES] }]);
    expect(countOthers([key], services)).toBe(2);
  });
});
