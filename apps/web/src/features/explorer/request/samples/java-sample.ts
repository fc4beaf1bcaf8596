import { asciiLiteral } from './literals.ts';
import type { SampleCertificate, SampleRequest, SampleSignature, SignatureAlgorithm } from './sample-request.ts';
import { signedLines, signedNames } from './signed-headers.ts';

/** A constant of a class file holds 65,535 bytes (JVMS §4.4.7), and every character of ours takes at most three. */
const CONSTANT_LENGTH = 20_000;

const HTTP_IMPORTS = [
  'java.net.URI',
  'java.net.http.HttpClient',
  'java.net.http.HttpRequest',
  'java.net.http.HttpRequest.BodyPublishers',
  'java.net.http.HttpResponse.BodyHandlers',
];
const CERTIFICATE_IMPORTS = ['java.io.File', 'java.security.KeyStore', 'javax.net.ssl.KeyManagerFactory', 'javax.net.ssl.SSLContext'];
const AUTHORITY_IMPORTS = ['java.io.FileInputStream', 'java.security.cert.CertificateFactory', 'javax.net.ssl.TrustManagerFactory'];
const SIGNATURE_IMPORTS = [
  'java.io.File',
  'java.security.KeyStore',
  'java.security.MessageDigest',
  'java.security.PrivateKey',
  'java.security.Signature',
  'java.security.cert.X509Certificate',
  'java.util.Base64',
];

/** Java 17 and later without a library; `java Example.java` runs it. */
export function javaSample(request: SampleRequest): string {
  const { method, url, headers, body, certificate, signature } = request;
  const isSigned = signature !== undefined;
  const text = isSigned ? 'body' : textExpression(body ?? '');
  const publisher = body === undefined ? 'BodyPublishers.noBody()' : `BodyPublishers.ofString(${text})`;
  const client = certificate === undefined ? 'HttpClient.newHttpClient()' : 'HttpClient.newBuilder().sslContext(tls).build()';
  return [
    ...importsOf(request).map((name) => `import ${name};`),
    ...(isSigned ? ['import static java.nio.charset.StandardCharsets.UTF_8;'] : []),
    '',
    'public class Example {',
    '  public static void main(String[] arguments) throws Exception {',
    ...(certificate === undefined && !isSigned ? [] : ['    var password = System.getenv("P12_PASSWORD").toCharArray();']),
    ...(isSigned ? [`    var body = ${textExpression(body ?? '')};`, ...signatureLines(request, signature)] : []),
    ...(certificate === undefined ? [] : certificateLines(certificate)),
    `    var request = HttpRequest.newBuilder(URI.create(${asciiLiteral(url)}))`,
    ...headers.map(([name, value]) => `        .header(${asciiLiteral(name)}, ${asciiLiteral(value)})`),
    ...(isSigned
      ? [
          '        .header("Digest", digest)',
          '        .header("TPP-Signature-Certificate", base64.encodeToString(seal.getEncoded()))',
          '        .header("Signature", signature)',
        ]
      : []),
    `        .method(${asciiLiteral(method)}, ${publisher})`,
    '        .build();',
    `    var response = ${client}.send(request, BodyHandlers.ofString());`,
    '    System.out.println(response.statusCode() + " " + response.body());',
    '  }',
    '}',
  ].join('\n');
}

function importsOf({ certificate, signature }: SampleRequest): readonly string[] {
  const added = [
    ...(certificate === undefined ? [] : CERTIFICATE_IMPORTS),
    ...(certificate?.isOfTestAuthority === true ? AUTHORITY_IMPORTS : []),
    ...(signature === undefined ? [] : SIGNATURE_IMPORTS),
  ];
  return added.length === 0 ? HTTP_IMPORTS : [...new Set([...HTTP_IMPORTS, ...added])].toSorted();
}

const JAVA_ALGORITHMS: Readonly<Record<SignatureAlgorithm, string>> = { 'ecdsa-sha256': 'SHA256withECDSA', 'rsa-sha256': 'SHA256withRSA' };

function signatureLines(request: SampleRequest, { algorithm }: SampleSignature): string[] {
  const rest = signedLines(request).map((line) => `\n${line}`);
  const middle = String.raw`\",algorithm=\"${algorithm}\",headers=\"${signedNames(request)}\",signature=\"`;
  return [
    '    var seals = KeyStore.getInstance(new File("qseal.p12"), password);',
    '    var alias = seals.aliases().nextElement();',
    '    var seal = (X509Certificate) seals.getCertificate(alias);',
    '    var base64 = Base64.getEncoder();',
    '    var digest = "SHA-256=" + base64.encodeToString(MessageDigest.getInstance("SHA-256").digest(body.getBytes(UTF_8)));',
    `    var signer = Signature.getInstance("${JAVA_ALGORITHMS[algorithm]}");`,
    '    signer.initSign((PrivateKey) seals.getKey(alias, password));',
    `    signer.update(("digest: " + digest + ${asciiLiteral(rest.join(''))}).getBytes(UTF_8));`,
    '    var keyId = "SN=" + seal.getSerialNumber().toString(16) + ",CA=" + seal.getIssuerX500Principal().getName();',
    String.raw`    var signature = "keyId=\"" + keyId + "${middle}" + base64.encodeToString(signer.sign()) + "\"";`,
  ];
}

function certificateLines({ isOfTestAuthority }: SampleCertificate): string[] {
  return [
    '    var keys = KeyManagerFactory.getInstance("PKIX");',
    '    keys.init(KeyStore.getInstance(new File("qwac.p12"), password), password);',
    ...(isOfTestAuthority
      ? [
          '    var authority = CertificateFactory.getInstance("X.509").generateCertificate(new FileInputStream("portico-ca.pem"));',
          '    var authorities = KeyStore.getInstance("PKCS12");',
          '    authorities.load(null, null);',
          '    authorities.setCertificateEntry("portico", authority);',
          '    var trust = TrustManagerFactory.getInstance("PKIX");',
          '    trust.init(authorities);',
        ]
      : []),
    '    var tls = SSLContext.getInstance("TLS");',
    `    tls.init(keys.getKeyManagers(), ${isOfTestAuthority ? 'trust.getTrustManagers()' : 'null'}, null);`,
  ];
}

/** `+` between literals would make one constant again. */
function textExpression(text: string): string {
  if (text.length <= CONSTANT_LENGTH) return asciiLiteral(text);
  const parts: string[] = [];
  for (let start = 0; start < text.length; start += CONSTANT_LENGTH) parts.push(asciiLiteral(text.slice(start, start + CONSTANT_LENGTH)));
  return `String.join("",\n            ${parts.join(',\n            ')})`;
}
