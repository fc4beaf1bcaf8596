import { asciiLiteral } from './literals.ts';
import type { SampleCertificate, SampleHeader, SampleRequest, SampleSignature, SignatureAlgorithm } from './sample-request.ts';
import { signedLines, signedNames } from './signed-headers.ts';

/** .NET keeps the headers that describe a body with the body, and refuses them elsewhere. */
const OF_CONTENT = /^content-/i;

/** C# with top-level statements, .NET 6 and later; with a certificate .NET 7. */
export function csharpSample(request: SampleRequest): string {
  const { method, url, headers, body, certificate, signature } = request;
  const ofContent = headers.filter(([name]) => OF_CONTENT.test(name));
  const isSigned = signature !== undefined;
  const usings = [
    ...(certificate === undefined ? [] : ['System.Net.Security']),
    ...(isSigned ? ['System.Security.Cryptography'] : []),
    ...(certificate === undefined && !isSigned ? [] : ['System.Security.Cryptography.X509Certificates']),
    'System.Text',
  ];
  const bytes = isSigned ? 'body' : `Encoding.UTF8.GetBytes(${asciiLiteral(body ?? '')})`;
  return [
    ...usings.map((name) => `using ${name};`),
    '',
    ...(certificate === undefined && !isSigned ? [] : ['var password = Environment.GetEnvironmentVariable("P12_PASSWORD");']),
    ...(certificate === undefined ? ['using var client = new HttpClient();'] : certificateLines(certificate)),
    `using var request = new HttpRequestMessage(new HttpMethod(${asciiLiteral(method)}), ${asciiLiteral(url)});`,
    ...headers.filter(([name]) => !OF_CONTENT.test(name)).map(([name, value]) => addHeader('request.Headers', [name, asciiLiteral(value)])),
    ...(isSigned ? signatureLines(request, signature) : []),
    ...(body === undefined ? [] : contentLines(bytes, ofContent)),
    'using var response = await client.SendAsync(request);',
    'Console.WriteLine($"{(int)response.StatusCode} {await response.Content.ReadAsStringAsync()}");',
  ].join('\n');
}

function contentLines(bytes: string, headers: readonly SampleHeader[]): string[] {
  return [
    `request.Content = new ByteArrayContent(${bytes});`,
    ...headers.map(([name, value]) => addHeader('request.Content.Headers', [name, asciiLiteral(value)])),
  ];
}

/** @param header its name, and an expression for its value */
function addHeader(to: string, [name, value]: SampleHeader): string {
  return `${to}.TryAddWithoutValidation(${asciiLiteral(name)}, ${value});`;
}

function certificateLines({ isOfTestAuthority }: SampleCertificate): string[] {
  return [
    'var tls = new SslClientAuthenticationOptions { ClientCertificates = new X509CertificateCollection { new X509Certificate2("qwac.p12", password) } };',
    ...(isOfTestAuthority
      ? [
          'tls.CertificateChainPolicy = new X509ChainPolicy { TrustMode = X509ChainTrustMode.CustomRootTrust, RevocationMode = X509RevocationMode.NoCheck };',
          'tls.CertificateChainPolicy.CustomTrustStore.Add(new X509Certificate2("portico-ca.pem"));',
        ]
      : []),
    'using var client = new HttpClient(new SocketsHttpHandler { SslOptions = tls });',
  ];
}

const SIGNING: Readonly<Record<SignatureAlgorithm, string>> = {
  'ecdsa-sha256': 'seal.GetECDsaPrivateKey()!.SignData(text, HashAlgorithmName.SHA256, DSASignatureFormat.Rfc3279DerSequence)',
  'rsa-sha256': 'seal.GetRSAPrivateKey()!.SignData(text, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1)',
};

function signatureLines(request: SampleRequest, { algorithm }: SampleSignature): string[] {
  const rest = signedLines(request).map((line) => `\n${line}`);
  const middle = String.raw`\",algorithm=\"${algorithm}\",headers=\"${signedNames(request)}\",signature=\"`;
  return [
    'using var seal = new X509Certificate2("qseal.p12", password);',
    `var body = Encoding.UTF8.GetBytes(${asciiLiteral(request.body ?? '')});`,
    'var digest = "SHA-256=" + Convert.ToBase64String(SHA256.HashData(body));',
    `var text = Encoding.UTF8.GetBytes("digest: " + digest + ${asciiLiteral(rest.join(''))});`,
    `var signature = Convert.ToBase64String(${SIGNING[algorithm]});`,
    addHeader('request.Headers', ['Digest', 'digest']),
    addHeader('request.Headers', ['TPP-Signature-Certificate', 'Convert.ToBase64String(seal.RawData)']),
    addHeader('request.Headers', ['Signature', String.raw`$"keyId=\"SN={seal.SerialNumber},CA={seal.Issuer}${middle}{signature}\""`]),
  ];
}
