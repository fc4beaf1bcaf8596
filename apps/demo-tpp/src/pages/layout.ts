/** The frame of every page: the strip that says whose site this is, the shop's bar, the content. */
import { BANK_NAME } from '../bank-name.ts';
import { type Fragment, html, type Markup } from '../html.ts';

const SECTIONS = [
  ['/subscriptions', 'Subscriptions'],
  ['/pay-later', 'Pay later'],
  ['/payroll', 'Payroll'],
  ['/money', 'Money'],
] as const;

export function page(title: string, content: Fragment): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Lumen Books</title>
<link rel="stylesheet" href="/shop.css">
<link rel="icon" href="data:,">
</head>
<body>
<a class="skip" href="#content">To the content</a>
<div class="strip"><p class="page">Demo shop. It is not part of the bank; it uses only the public API of ${BANK_NAME}.</p></div>
<header class="bar"><div class="page"><a href="/">Lumen Books</a><nav aria-label="Shop">${SECTIONS.map(([path, label]) => html`<a href="${path}">${label}</a>`)}</nav></div></header>
<main id="content" class="page">
${content}
</main>
<footer class="page"><p>Lumen Books OÜ (demo) is fictitious. No book is sold and no real money moves.</p></footer>
</body>
</html>`.text;
}

/** One message and the ways on. */
export function messagePage(input: { title: string; text: Fragment; detail?: string | undefined; actions: Fragment; more?: Fragment }): string {
  return page(
    input.title,
    html`<section class="card narrow">
<h1>${input.title}</h1>
<p>${input.text}</p>
${input.detail === undefined ? undefined : html`<p class="small muted">For developers: <code>${input.detail}</code></p>`}
<p class="actions">${input.actions}</p>
</section>
${input.more}`,
  );
}

export const link = (href: string, label: string, kind: 'primary' | 'secondary'): Markup => html`<a class="btn ${kind}" href="${href}">${label}</a>`;
