/** The extension qcStatements (RFC 3739 §3.2.6) of qualified certificates (ETSI EN 319 412-5) and its PSD2 statement (ETSI TS 119 495 §5.1). */
import { PROVIDER_ROLES, type ProviderRole } from '@portico/contract/values';
import { isPrintable } from '#platform/printable-text.ts';
import { isCountry } from './country.ts';
import { childrenOf, type DerLimits, type DerNode, oidOf, readDer, textOf } from './der.ts';
import { refuse } from './read-fault.ts';

const LIMITS: DerLimits = { depth: 12, nodes: 200 };
const NAME_LENGTH_MAX = 256;

const QC_COMPLIANCE = '0.4.0.1862.1.1';
const QC_TYPE = '0.4.0.1862.1.6';
const PSD2 = '0.4.0.19495.2';
const NCA_ID = /^([A-Z]{2})-[A-Z]{2,8}$/;

const TYPES: Readonly<Record<string, QcType>> = { '0.4.0.1862.1.6.1': 'esign', '0.4.0.1862.1.6.2': 'eseal', '0.4.0.1862.1.6.3': 'web' };
/** PSP_AS and Unspecified are valid, and open nothing. */
const ROLES: Readonly<Record<string, { readonly name: string; readonly role?: ProviderRole }>> = {
  '0.4.0.19495.1.0': { name: 'Unspecified' },
  '0.4.0.19495.1.1': { name: 'PSP_AS' },
  '0.4.0.19495.1.2': { name: 'PSP_PI', role: 'pis' },
  '0.4.0.19495.1.3': { name: 'PSP_AI', role: 'ais' },
  '0.4.0.19495.1.4': { name: 'PSP_IC', role: 'piis' },
};
const ROLE_NAMES: ReadonlySet<string> = new Set(Object.values(ROLES).map(({ name }) => name));

type QcType = 'esign' | 'eseal' | 'web';

export interface QcStatements {
  /** The authority calls the certificate qualified. */
  readonly isQualified: boolean;
  readonly types: readonly QcType[];
  readonly roles: readonly ProviderRole[];
  /** Names of all roles, also of those that open nothing, for example `PSP_AS`. */
  readonly roleNames: readonly string[];
  readonly ncaName: string;
  readonly ncaId: string;
}

/** Reads the value of the extension. Throws `UnreadableCertificate`. Unknown statements are ignored, as RFC 3739 allows for a list that is not critical. */
export function readQcStatements(value: Uint8Array | undefined): QcStatements {
  if (value === undefined) return refuse('qcStatements', `The certificate has no qcStatements. ${USE_PSD2}`);
  const list =
    readDer(value, LIMITS) ?? refuse('qcStatements', `The certificate's qcStatements are no DER of at most ${LIMITS.nodes} values. ${USE_PSD2}`);
  // Some authorities write one statement instead of a list.
  const statements = oidOf(childrenOf(list)[0]) === undefined ? childrenOf(list) : [list];
  const find = (id: string): readonly DerNode[] => statements.map(childrenOf).find(([first]) => oidOf(first) === id) ?? [];
  const once = [QC_TYPE, PSD2].find((id) => statements.filter((each) => oidOf(childrenOf(each)[0]) === id).length > 1);
  if (once !== undefined) refuse('qcStatements', `The certificate has the statement ${once} more than once. ${USE_PSD2}`);
  const types = childrenOf(find(QC_TYPE)[1]).flatMap((each) => TYPES[oidOf(each) ?? ''] ?? []);
  return { isQualified: find(QC_COMPLIANCE).length > 0, types, ...readPsd2(find(PSD2)[1]) };
}

const USE_PSD2 = 'Use a QWAC or QSealC for PSD2 (ETSI TS 119 495).';

function readPsd2(info: DerNode | undefined): Pick<QcStatements, 'roles' | 'roleNames' | 'ncaName' | 'ncaId'> {
  if (info === undefined) return refuse('qcStatements', `The certificate has no PSD2 statement (${PSD2}). ${USE_PSD2}`);
  const [list, name, id] = childrenOf(info);
  const ncaName = textOf(name) ?? '';
  if (ncaName === '' || ncaName.length > NAME_LENGTH_MAX || !isPrintable(ncaName)) {
    refuse('nCAName', `The certificate's nCAName is no text of 1 to ${NAME_LENGTH_MAX} characters. ${USE_PSD2}`);
  }
  const ncaId = textOf(id) ?? '';
  const [, country] = NCA_ID.exec(ncaId) ?? [];
  if (country === undefined || !isCountry(country)) {
    refuse(
      'nCAId',
      'The certificate\'s nCAId must be a country and an authority, for example "DE-BAFIN" (ETSI TS 119 495 §5.1). Ask the issuer for a new certificate.',
    );
  }
  const found = rolePairs(list).map(([oid, text]) => readRole(oidOf(oid), textOf(text)));
  if (found.length === 0) refuse('roles', `The certificate's PSD2 statement has no role. ${USE_PSD2}`);
  const roles = new Set(found.flatMap(({ role }) => role ?? []));
  return { roles: PROVIDER_ROLES.filter((role) => roles.has(role)), roleNames: [...new Set(found.map((each) => each.name))], ncaName, ncaId };
}

/** Pairs of OID and name. Open Banking UK writes all pairs into one sequence, the standard writes one sequence for each. */
function rolePairs(list: DerNode | undefined): readonly (readonly [DerNode, DerNode | undefined])[] {
  return childrenOf(list).flatMap((entry) => {
    const values = childrenOf(entry);
    if (values.length === 0 || values.length % 2 !== 0)
      return refuse('roles', "The certificate's PSD2 roles must be pairs of an OID and a name (ETSI TS 119 495 §5.1).");
    return values.flatMap((value, index) => (index % 2 === 0 ? [[value, values[index + 1]] as const] : []));
  });
}

/** The OID decides. A free text as name is accepted; the name of another role is not, because the certificate contradicts itself. */
function readRole(oid: string | undefined, name: string | undefined): { readonly name: string; readonly role?: ProviderRole } {
  const role = Object.hasOwn(ROLES, oid ?? '') ? ROLES[oid ?? ''] : undefined;
  if (role === undefined)
    return refuse('roles', 'The certificate has a PSD2 role with an OID that ETSI TS 119 495 does not define. Ask the issuer for a new certificate.');
  if (name === undefined)
    return refuse('roles', `The certificate's PSD2 role ${role.name} has no name as text. Ask the issuer for a new certificate.`);
  if (name !== role.name && ROLE_NAMES.has(name)) {
    return refuse('roles', `The certificate's PSD2 role has the OID of ${role.name} and the name ${name}. Ask the issuer for a new certificate.`);
  }
  return role;
}
