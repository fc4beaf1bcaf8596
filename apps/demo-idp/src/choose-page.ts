/** The stand-in's only page: whom to be. */
import { PEOPLE } from './people.ts';

export function choosePage(uid: string, isConsole: boolean): string {
  const people = PEOPLE.filter(({ group }) => (group !== undefined) === isConsole).map(
    ({ id, name, email, isVerified, group }) =>
      `<li><button name="person" value="${id}"><strong>${name}</strong><span>${group ?? email}${isVerified ? '' : ' (address not verified)'}</span></button></li>`,
  );
  const owner = isConsole ? 'the bank’s identity provider' : 'Google';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Choose an account · stand-in for ${owner}</title>
<link rel="stylesheet" href="/choose.css">
</head>
<body>
<header><p>Stand-in for ${owner}, development only</p></header>
<main>
<h1>Choose an account</h1>
<p>This page takes the place of ${owner} while you develop. The people on this page are invented, and the page asks for no password.</p>
<form method="post" action="/choose/${uid}">
<ol>
${people.join('\n')}
</ol>
<p><button class="cancel" name="person" value="">Cancel</button></p>
</form>
</main>
</body>
</html>
`;
}

export const CHOOSE_CSS = `:root { color-scheme: light dark; }
* { box-sizing: border-box; }
body { margin: 0; font: 1rem / 1.5 system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif; }
header, main { max-width: 496px; margin: 0 auto; padding: 16px; }
header p { margin: 0; padding: 8px 12px; border: 2px dashed; font-weight: 600; }
h1 { margin: 0; font-size: 1.625rem; line-height: 1.25; }
ol { margin: 24px 0; padding: 0; list-style: none; }
button { width: 100%; min-height: 44px; padding: 12px; font: inherit; text-align: left; cursor: pointer; }
li + li { margin-top: 8px; }
.cancel { background: none; border: 1px solid; text-align: center; }
span { display: block; overflow-wrap: anywhere; }
`;
