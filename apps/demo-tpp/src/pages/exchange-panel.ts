/** Every HTTP exchange of an order, secrets hidden, folded. */
import { html, type Markup } from '../html.ts';
import type { Exchange } from '../shop-store.ts';

export function exchangePanel(exchanges: readonly Exchange[]): Markup {
  const isEmpty = exchanges.length === 0;
  return html`<section class="card exchanges" aria-labelledby="sent">
<h2 id="sent">What this shop just sent</h2>
${isEmpty ? html`<p class="muted">Nothing yet.</p>` : exchanges.map(oneExchange)}
<p class="small muted">Secrets, codes and tokens are hidden.</p>
</section>`;
}

function oneExchange(exchange: Exchange): Markup {
  const { kind, method, url, status, ms, requestHeaders, responseHeaders } = exchange;
  const requestId = requestHeaders['x-request-id'] ?? responseHeaders['x-request-id'];
  const outcome = status === 0 ? 'no answer' : `${status}`;
  const isWrite = method !== 'GET';
  return html`<details>
<summary><span class="method${isWrite ? ' write' : ''}${kind === 'browser' ? ' browser' : ''}">${kind === 'browser' ? 'browser' : method}</span> <span class="small figure">${outcome}${kind === 'call' ? ` · ${ms} ms` : ''}</span><code class="address">${breakable(pathOf(url))}</code></summary>
<dl>
<dt>Address</dt><dd><code>${method} ${url}</code></dd>
${requestId === undefined ? undefined : html`<dt>X-Request-ID</dt><dd><code>${requestId}</code></dd>`}
${kind === 'call' ? html`<dt>Request headers</dt><dd>${headerLines(requestHeaders)}</dd>` : undefined}
${block('Request body', exchange.requestBody)}
${kind === 'call' ? html`<dt>Answer headers</dt><dd>${headerLines(responseHeaders)}</dd>` : undefined}
${block('Answer body', exchange.responseBody)}
</dl>
</details>`;
}

function headerLines(headers: Readonly<Record<string, string>>): Markup {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return html`<pre tabindex="0">${lines.join('\n')}</pre>`;
}

function block(label: string, text: string): Markup | undefined {
  return text === '' ? undefined : html`<dt>${label}</dt><dd><pre tabindex="0">${text}</pre></dd>`;
}

/** As text: parsing would percent-encode the dots that stand for a secret. */
function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/]+/, '').replace(/\?.*$/, '');
}

/** A long address may break after a slash, not inside a word. */
function breakable(path: string): readonly Markup[] {
  return path.split(/(?<=\/)/).map((part) => html`${part}<wbr>`);
}
