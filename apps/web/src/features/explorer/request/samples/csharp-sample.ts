import { asciiLiteral } from './literals.ts';
import type { SampleHeader, SampleRequest } from './sample-request.ts';

/** .NET keeps the headers that describe a body with the body, and refuses them elsewhere. */
const OF_CONTENT = /^content-/i;

/** C# with top-level statements, .NET 6 and later. */
export function csharpSample({ method, url, headers, body }: SampleRequest): string {
  const ofContent = headers.filter(([name]) => OF_CONTENT.test(name));
  return [
    'using System.Text;',
    '',
    'using var client = new HttpClient();',
    `using var request = new HttpRequestMessage(new HttpMethod(${asciiLiteral(method)}), ${asciiLiteral(url)});`,
    ...headers.filter(([name]) => !OF_CONTENT.test(name)).map((header) => addHeader('request.Headers', header)),
    ...(body === undefined ? [] : contentLines(body, ofContent)),
    'using var response = await client.SendAsync(request);',
    'Console.WriteLine($"{(int)response.StatusCode} {await response.Content.ReadAsStringAsync()}");',
  ].join('\n');
}

function contentLines(body: string, headers: readonly SampleHeader[]): string[] {
  return [
    `request.Content = new ByteArrayContent(Encoding.UTF8.GetBytes(${asciiLiteral(body)}));`,
    ...headers.map((header) => addHeader('request.Content.Headers', header)),
  ];
}

function addHeader(to: string, [name, value]: SampleHeader): string {
  return `${to}.TryAddWithoutValidation(${asciiLiteral(name)}, ${asciiLiteral(value)});`;
}
