import { asciiLiteral } from './literals.ts';
import type { SampleRequest } from './sample-request.ts';

/** A constant of a class file holds 65,535 bytes (JVMS §4.4.7), and every character of ours takes at most three. */
const CONSTANT_LENGTH = 20_000;

/** Java 17 and later without a library; `java Example.java` runs it. */
export function javaSample({ method, url, headers, body }: SampleRequest): string {
  const publisher = body === undefined ? 'BodyPublishers.noBody()' : `BodyPublishers.ofString(${textExpression(body)})`;
  return [
    'import java.net.URI;',
    'import java.net.http.HttpClient;',
    'import java.net.http.HttpRequest;',
    'import java.net.http.HttpRequest.BodyPublishers;',
    'import java.net.http.HttpResponse.BodyHandlers;',
    '',
    'public class Example {',
    '  public static void main(String[] arguments) throws Exception {',
    `    var request = HttpRequest.newBuilder(URI.create(${asciiLiteral(url)}))`,
    ...headers.map(([name, value]) => `        .header(${asciiLiteral(name)}, ${asciiLiteral(value)})`),
    `        .method(${asciiLiteral(method)}, ${publisher})`,
    '        .build();',
    '    var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());',
    '    System.out.println(response.statusCode() + " " + response.body());',
    '  }',
    '}',
  ].join('\n');
}

/** `+` between literals would make one constant again. */
function textExpression(text: string): string {
  if (text.length <= CONSTANT_LENGTH) return asciiLiteral(text);
  const parts: string[] = [];
  for (let start = 0; start < text.length; start += CONSTANT_LENGTH) parts.push(asciiLiteral(text.slice(start, start + CONSTANT_LENGTH)));
  return `String.join("",\n            ${parts.join(',\n            ')})`;
}
