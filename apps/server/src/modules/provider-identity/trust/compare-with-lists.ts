/** Compares a bank's authorities with trusted lists: is each a service for qualified certificates of its use, and granted? */
import type { CertificateUse } from '@portico/contract/values';
import type { Anchor } from './anchors.ts';
import type { ListedService } from './trusted-list.ts';

const TYPE = /\/Svctype\/CA\/QC$/;
const GRANTED = /\/Svcstatus\/granted$/;
/** TS 119 612, 5.5.9.4. */
const INFORMATION: Readonly<Record<CertificateUse, RegExp>> = {
  web: /\/SvcInfoExt\/ForWebSiteAuthentication$/,
  seal: /\/SvcInfoExt\/ForeSeals$/,
};

export type Listing =
  | { readonly outcome: 'granted' | 'notInList' }
  /** `since`: start of the present status. */
  | { readonly outcome: 'withdrawn'; readonly status: string; readonly since: string }
  /** `listedFor`: the additional service information, or the type of the service. */
  | { readonly outcome: 'wrongUse'; readonly listedFor: readonly string[] };

/** A service may be listed more than once, for example for each use. Of `both`, the worse outcome counts. */
export function compareWithLists(key: string, use: Anchor['use'], services: readonly ListedService[]): Listing {
  const own = services.filter(({ keys }) => keys.includes(key));
  const uses: readonly CertificateUse[] = use === 'both' ? ['web', 'seal'] : [use];
  const listings = uses.map((each) => listingFor(each, own));
  return listings.find(({ outcome }) => outcome !== 'granted') ?? { outcome: 'granted' };
}

function listingFor(use: CertificateUse, own: readonly ListedService[]): Listing {
  if (own.length === 0) return { outcome: 'notInList' };
  const fitting = own.filter((service) => isFor(service, use));
  const [first] = fitting;
  if (first === undefined) return { outcome: 'wrongUse', listedFor: own.flatMap(describe) };
  if (fitting.some(({ status }) => GRANTED.test(status))) return { outcome: 'granted' };
  return { outcome: 'withdrawn', status: lastPart(first.status), since: first.statusSince };
}

/** Granted services for QWACs or QSealCs without one of these keys. */
export function countOthers(keys: readonly string[], services: readonly ListedService[]): number {
  const isWanted = (service: ListedService) => GRANTED.test(service.status) && (isFor(service, 'web') || isFor(service, 'seal'));
  return services.filter((service) => isWanted(service) && !service.keys.some((key) => keys.includes(key))).length;
}

const isFor = ({ type, information }: ListedService, use: CertificateUse): boolean =>
  TYPE.test(type) && information.some((uri) => INFORMATION[use].test(uri));

/** Without additional information a service of the type CA/QC issues certificates for signatures (TS 119 612, 5.5.9.4). */
function describe({ type, information }: ListedService): readonly string[] {
  return TYPE.test(type) && information.length > 0 ? information.map(lastPart) : [type.slice(type.indexOf('/Svctype/') + 1)];
}

const lastPart = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1);
