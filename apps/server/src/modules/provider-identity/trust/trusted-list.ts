/**
 * Reads trusted lists of certification services (ETSI TS 119 612). Reading trusts nothing: the XML signature of a list is not verified here. A
 * document type is refused, so that a list can define no entities, and no address in a list is ever called.
 */
import { X509Certificate } from 'node:crypto';
import { Parser } from 'htmlparser2';

/** The largest lists of the European Union have about 5 MB. */
export const LIST_BYTES_MAX = 20_000_000;
/** The elements of a service are below 20 others. */
const DEPTH_MAX = 100;

const ROOT = 'TrustServiceStatusList';
const SERVICE = `${ROOT}/TrustServiceProviderList/TrustServiceProvider/TSPServices/TSPService/ServiceInformation`;
const SCHEME = `${ROOT}/SchemeInformation`;
/** The history of a service, with its earlier statuses, is beside `ServiceInformation` and therefore not read. */
const PATHS = {
  type: `${SCHEME}/TSLType`,
  territory: `${SCHEME}/SchemeTerritory`,
  issuedAt: `${SCHEME}/ListIssueDateTime`,
  nextUpdate: `${SCHEME}/NextUpdate/dateTime`,
  serviceType: `${SERVICE}/ServiceTypeIdentifier`,
  status: `${SERVICE}/ServiceStatus`,
  statusSince: `${SERVICE}/StatusStartingTime`,
  name: `${SERVICE}/ServiceName/Name`,
  certificate: `${SERVICE}/ServiceDigitalIdentity/DigitalId/X509Certificate`,
  information: `${SERVICE}/ServiceInformationExtensions/Extension/AdditionalServiceInformation/URI`,
} as const;
/** Of the texts that are read, besides certificates. The longest of published lists are addresses and names of some hundred characters. */
const TEXT_LENGTH_MAX = 2_000;
const READ_TEXTS: ReadonlySet<string> = new Set(Object.values(PATHS).filter((path) => path !== PATHS.certificate));
const LIST_OF_LISTS = /\/EUlistofthelists$/;

/** A service as the list describes it at present. */
export interface ListedService {
  /** The first name of several languages. */
  readonly name: string;
  /** URI, for example `http://uri.etsi.org/TrstSvc/Svctype/CA/QC`. */
  readonly type: string;
  /** URI, for example `http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/granted`. */
  readonly status: string;
  /** ISO 8601, as the list has it. */
  readonly statusSince: string;
  /** URIs of the additional service information, for example `…/SvcInfoExt/ForWebSiteAuthentication`. */
  readonly information: readonly string[];
  /** The public keys of its certificates (SPKI, base64). A public key identifies a service (TS 119 612, 5.5.3). */
  readonly keys: readonly string[];
}

export interface TrustedList {
  /** For example `EE`. */
  readonly territory: string;
  /** ISO 8601, as the list has them. `nextUpdate` is empty for a list that has been closed. */
  readonly issuedAt: string;
  readonly nextUpdate: string;
  readonly services: readonly ListedService[];
  /** Certificates of services that cannot be read. */
  readonly unreadable: number;
}

/** A text for operators: what is wrong with the list and what to do. */
export class UnreadableList extends Error {}

/** @param xml UTF-8, at most `LIST_BYTES_MAX` bytes. @throws UnreadableList. */
export function readTrustedList(xml: Buffer): TrustedList {
  if (xml.length > LIST_BYTES_MAX) throw new UnreadableList(`It has ${xml.length} bytes. At most ${LIST_BYTES_MAX} are read.`);
  const list = { type: '', territory: '', issuedAt: '', nextUpdate: '', unreadable: 0 };
  const services: ListedService[] = [];
  let service = newService();
  readElements(decode(xml), (path, text) => {
    if (text.length > TEXT_LENGTH_MAX && READ_TEXTS.has(path)) {
      throw new UnreadableList(
        `Its element ${path.slice(path.lastIndexOf('/') + 1)} has ${text.length} characters. At most ${TEXT_LENGTH_MAX} are read.`,
      );
    }
    if (path === SERVICE) {
      services.push({ ...service });
      service = newService();
    } else if (path === PATHS.certificate) {
      const key = keyOf(text);
      if (key === undefined) list.unreadable += 1;
      else service.keys.push(key);
    } else if (path === PATHS.information) service.information.push(text);
    else if (path === PATHS.name) service.name ||= text;
    else if (path === PATHS.serviceType) service.type = text;
    else if (path === PATHS.status) service.status = text;
    else if (path === PATHS.statusSince) service.statusSince = text;
    else if (path === PATHS.type) list.type = text;
    else if (path === PATHS.territory) list.territory = text;
    else if (path === PATHS.issuedAt) list.issuedAt = text;
    else if (path === PATHS.nextUpdate) list.nextUpdate = text;
  });
  const { type, ...read } = list;
  if (LIST_OF_LISTS.test(type))
    throw new UnreadableList('It is the list of the lists, which has no services. Give the lists of the countries of your authorities.');
  if (services.length === 0) throw new UnreadableList('It has no services.');
  return { ...read, services };
}

const newService = () => ({ name: '', type: '', status: '', statusSince: '', information: [] as string[], keys: [] as string[] });

function decode(xml: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(xml);
  } catch {
    throw new UnreadableList('It is no UTF-8, as TS 119 612 requires. Download it again.');
  }
}

/** @param take called at the end of each element with its path of local names and its text without the text of the elements in it */
function readElements(xml: string, take: (path: string, text: string) => void): void {
  const open: { readonly path: string; text: string }[] = [];
  let roots = 0;
  const parser = new Parser(
    {
      onopentagname(name) {
        const parent = open.at(-1);
        const local = name.slice(name.indexOf(':') + 1);
        if (parent === undefined) {
          roots += 1;
          if (local !== ROOT || roots > 1) throw new UnreadableList(`It is no trusted list: its first element is ${shown(local)}, not ${ROOT}.`);
        }
        if (open.length >= DEPTH_MAX) throw new UnreadableList(`Its elements are nested more than ${DEPTH_MAX} deep.`);
        open.push({ path: parent === undefined ? local : `${parent.path}/${local}`, text: '' });
      },
      ontext(text) {
        const element = open.at(-1);
        if (element !== undefined) element.text += text;
      },
      onclosetag(name, isImplied) {
        const element = open.pop();
        if (isImplied) throw new UnreadableList(`It is no complete XML: ${shown(name)} has no end. Download it again.`);
        if (element !== undefined) take(element.path, element.text.trim());
      },
      onprocessinginstruction(name) {
        if (name.startsWith('!')) throw new UnreadableList('It has a document type or another declaration (<!…>), which no trusted list has.');
      },
    },
    { xmlMode: true },
  );
  parser.write(xml);
  parser.end();
  if (roots === 0) throw new UnreadableList('It is no XML.');
}

const shown = (name: string): string => name.slice(0, 40);

function keyOf(base64: string): string | undefined {
  try {
    return publicKeyOf(new X509Certificate(Buffer.from(base64, 'base64')));
  } catch {
    return undefined;
  }
}

/** SPKI, base64. */
export const publicKeyOf = ({ publicKey }: Pick<X509Certificate, 'publicKey'>): string =>
  publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
