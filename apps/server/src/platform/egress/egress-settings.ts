/** The operator's settings for calls to addresses that others chose. */
import type { SettingReader } from '../setting-reader.ts';
import type { EgressSettings } from './post-outside.ts';

export function readEgress(read: SettingReader, isDevelopment: boolean): EgressSettings {
  const proxy = read.proxyUrl('PORTICO_EGRESS_PROXY');
  const allow = read.networks('PORTICO_EGRESS_ALLOW');
  if (read.isGiven('PORTICO_EGRESS_PROXY') && allow.length > 0)
    read.problems.push({
      name: 'PORTICO_EGRESS_ALLOW',
      given: allow.join(','),
      accepted: 'nothing while PORTICO_EGRESS_PROXY is set: the proxy decides which addresses are reached',
    });
  return { proxy, allow, httpOnLoopback: isDevelopment };
}
