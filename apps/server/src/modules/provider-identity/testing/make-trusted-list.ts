/** Writes trusted lists as ETSI TS 119 612 describes them, with fictitious names and without a signature. */

const ETSI = 'http://uri.etsi.org/TrstSvc';
export const FOR_WEB = `${ETSI}/TrustedList/SvcInfoExt/ForWebSiteAuthentication`;
export const FOR_SEALS = `${ETSI}/TrustedList/SvcInfoExt/ForeSeals`;
export const FOR_SIGNATURES = `${ETSI}/TrustedList/SvcInfoExt/ForeSignatures`;
export const GRANTED = `${ETSI}/TrustedList/Svcstatus/granted`;
export const WITHDRAWN = `${ETSI}/TrustedList/Svcstatus/withdrawn`;
export const CA_QC = `${ETSI}/Svctype/CA/QC`;

export interface ServiceParts {
  readonly der?: Uint8Array;
  readonly type?: string;
  readonly status?: string;
  readonly since?: string;
  readonly information?: readonly string[];
  /** An earlier status of the same service. */
  readonly history?: string;
}

export interface ListParts {
  readonly type?: string;
  readonly nextUpdate?: string;
  /** In front of the first element, for example a document type. */
  readonly before?: string;
  /** Of every element, for example `tsl:`. */
  readonly prefix?: string;
}

const identity = (der: Uint8Array): string =>
  `<ServiceDigitalIdentity><DigitalId><X509Certificate>${Buffer.from(der).toString('base64').replaceAll(/.{76}/g, '$&\n')}</X509Certificate></DigitalId><DigitalId><X509SubjectName>CN=Example</X509SubjectName></DigitalId></ServiceDigitalIdentity>`;

function serviceXml({ der, type = CA_QC, status = GRANTED, since = '2024-03-01T00:00:00Z', information = [FOR_WEB], history }: ServiceParts): string {
  const extensions = information.map(
    (uri) => `<Extension Critical="true"><AdditionalServiceInformation><URI xml:lang="en">${uri}</URI></AdditionalServiceInformation></Extension>`,
  );
  const names = '<ServiceName><Name xml:lang="en">Example &amp; Sons QWAC CA</Name><Name xml:lang="et">Näidis CA</Name></ServiceName>';
  return `<TSPService>
    <ServiceInformation>
      <ServiceTypeIdentifier>${type}</ServiceTypeIdentifier>
      ${names}
      ${der === undefined ? '' : identity(der)}
      <ServiceStatus>${status}</ServiceStatus>
      <StatusStartingTime>${since}</StatusStartingTime>
      <ServiceInformationExtensions>${extensions.join('')}</ServiceInformationExtensions>
    </ServiceInformation>
    ${
      history === undefined
        ? ''
        : `<ServiceHistory><ServiceHistoryInstance><ServiceTypeIdentifier>${type}</ServiceTypeIdentifier>${names}<ServiceStatus>${history}</ServiceStatus><StatusStartingTime>2017-01-01T00:00:00Z</StatusStartingTime></ServiceHistoryInstance></ServiceHistory>`
    }
  </TSPService>`;
}

/** @param services without one, the list is for a scheme that has none. */
export function makeTrustedList(services: readonly ServiceParts[], parts: ListParts = {}): string {
  const { type = `${ETSI}/TrustedList/TSLType/EUgeneric`, nextUpdate = '2027-05-01T00:00:00Z', before = '', prefix = '' } = parts;
  const xml = `<TrustServiceStatusList xmlns="http://uri.etsi.org/02231/v2#" Id="list" TSLTag="http://uri.etsi.org/19612/TSLTag">
  <SchemeInformation>
    <TSLVersionIdentifier>5</TSLVersionIdentifier>
    <TSLType>${type}</TSLType>
    <SchemeOperatorName><Name xml:lang="en">Example Supervisory Body</Name></SchemeOperatorName>
    <SchemeTerritory>EE</SchemeTerritory>
    <ListIssueDateTime>2026-11-01T00:00:00Z</ListIssueDateTime>
    <NextUpdate>${nextUpdate === '' ? '' : `<dateTime>${nextUpdate}</dateTime>`}</NextUpdate>
  </SchemeInformation>
  <TrustServiceProviderList><TrustServiceProvider>
    <TSPInformation><TSPName><Name xml:lang="en">Example Trust</Name></TSPName></TSPInformation>
    <TSPServices>${services.map(serviceXml).join('\n')}</TSPServices>
  </TrustServiceProvider></TrustServiceProviderList>
  </TrustServiceStatusList>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${before}${xml.replaceAll(/<(\/?)([A-Z]|dateTime)/g, `<$1${prefix}$2`)}`;
}
