/** The networks of an address, however a proxy writes it. */
import { describe, expect, it } from 'vitest';
import { networkOf, networksOf, siteOf } from './network-of.ts';

describe('one address', () => {
  it.each([
    ['IPv4', '198.51.100.7', '198.51.100.7', '198.51.100'],
    ['IPv6', '2001:db8:a:1::5', '2001:db8:a:1::/64', '2001:db8:a::/48'],
  ])('%s belongs to its network and to the larger one', (_what, ip, network, site) => {
    expect([networkOf(ip), siteOf(ip)]).toEqual([network, site]);
  });

  it.each([
    '198.51.100.7:50123',
    '::ffff:198.51.100.7',
    '::FFFF:198.51.100.7',
    '::ffff:c633:6407',
    '0:0:0:0:0:ffff:c633:6407',
    '[::ffff:198.51.100.7]:443',
  ])('counts once as IPv4: %s', (ip) => {
    expect(networksOf(ip)).toEqual(networksOf('198.51.100.7'));
  });

  it.each([
    '2001:DB8:A:1::9',
    '2001:0db8:000a:0001:0:0:0:9',
    '2001:db8:a:1::192.0.2.1',
    '[2001:db8:a:1::7]',
    '[2001:db8:a:1::7]:443',
    '2001:db8:a:1::7%eth0',
    '[2001:db8:a:1::7%eth0]:1',
  ])('counts once as IPv6: %s', (ip) => {
    expect(networksOf(ip)).toEqual(networksOf('2001:db8:a:1::5'));
  });

  it.each(['', 'unknown', '_hidden', '[', '198.51.100', '::ffff:198.51.100.999'])('is no address and counts as what it is: "%s"', (ip) => {
    expect(networksOf(ip)).toEqual([{ name: ip, share: 1 }]);
  });
});
