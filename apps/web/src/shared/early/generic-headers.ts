/** `Origin` is the fifth specified header: browsers forbid setting it and send it themselves (Fetch standard, "forbidden request-header"). */
export function genericHeaders(subject: string | null, requestId: string): Record<string, string> {
  return { Accept: 'application/json', 'Content-Type': 'application/json', 'Tpp-Id': subject ?? 'null', 'X-Request-ID': requestId };
}
