/** Other explorers, from their published browser files, embedded as their documentation describes; one page each per document. */
import { execFile } from 'node:child_process';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ShownDocument } from './explorer-documents.ts';
import type { Sight } from './load-page.ts';

const run = promisify(execFile);

export interface Peer {
  readonly package: string;
  readonly version: string;
  readonly html: (documentUrl: string) => string;
  /** The fragment that opens an operation, and the element that is then visible. */
  readonly open: (shown: ShownDocument) => { readonly fragment: string; readonly sight: Sight };
}

/** A document to measure with, not an explorer. */
export const GITHUB_DOCUMENT = { package: '@octokit/openapi', version: '23.0.2', file: 'generated/api.github.com.json' } as const;

const page = (head: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><title>API</title>${head}</head><body>${body}</body></html>`;
const slug = (tag: string) =>
  tag
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

export const PEERS: Readonly<Record<string, Peer>> = {
  'Swagger UI': {
    package: 'swagger-ui-dist',
    version: '5.35.0',
    html: (url) =>
      page(
        '<link rel="stylesheet" href="/swagger-ui-dist/swagger-ui.css">',
        `<div id="ui"></div><script src="/swagger-ui-dist/swagger-ui-bundle.js"></script><script>SwaggerUIBundle({url:'${url}',dom_id:'#ui',deepLinking:true})</script>`,
      ),
    open: ({ tag, operationId }) => ({
      fragment: `#/${encodeURIComponent(tag)}/${operationId}`,
      sight: { within: [], selector: '.opblock.is-open .opblock-summary-path' },
    }),
  },
  Redoc: {
    package: 'redoc',
    version: '2.5.4',
    html: (url) =>
      page('<style>body{margin:0}</style>', `<redoc spec-url="${url}"></redoc><script src="/redoc/bundles/redoc.standalone.js"></script>`),
    open: ({ tag, operationId }) => {
      const id = `tag/${tag.replaceAll(' ', '-')}/operation/${operationId}`;
      return { fragment: `#${id}`, sight: { within: [], selector: `[id="${id}"] h2` } };
    },
  },
  RapiDoc: {
    package: 'rapidoc',
    version: '9.3.8',
    html: (url) => page('<script type="module" src="/rapidoc/dist/rapidoc-min.js"></script>', `<rapi-doc spec-url="${url}"></rapi-doc>`),
    open: ({ method, path }) => ({
      fragment: `#${method}-${path.replaceAll(/[{}]/g, '-')}`,
      sight: { within: ['rapi-doc'], selector: '.expanded-endpoint-body h2' },
    }),
  },
  Elements: {
    package: '@stoplight/elements',
    version: '9.0.25',
    html: (url) =>
      page(
        '<link rel="stylesheet" href="/@stoplight/elements/styles.min.css"><script src="/@stoplight/elements/web-components.min.js"></script><style>body{margin:0;height:100vh}</style>',
        `<elements-api apiDescriptionUrl="${url}" router="hash" layout="sidebar"></elements-api>`,
      ),
    open: ({ operationId, summary }) => ({ fragment: `#/operations/${operationId}`, sight: { within: [], selector: 'h1', text: summary } }),
  },
  Scalar: {
    package: '@scalar/api-reference',
    version: '1.72.1',
    html: (url) =>
      page(
        '',
        `<div id="app"></div><script src="/@scalar/api-reference/dist/browser/standalone.js"></script><script>Scalar.createApiReference('#app',{url:'${url}'})</script>`,
      ),
    open: ({ tag, method, path }) => ({
      fragment: `#tag/${slug(tag)}/${method.toUpperCase()}${path}`,
      sight: { within: [], selector: `[id$="/${method.toUpperCase()}${path}"] h3` },
    }),
  },
};

/** Downloads the published files once into `folder`, without their dependencies and without running any of their code. */
export async function fetchPackages(folder: string): Promise<void> {
  for (const { package: name, version } of [...Object.values(PEERS), GITHUB_DOCUMENT]) {
    const place = join(folder, name);
    const isThere = await access(place).then(
      () => true,
      () => false,
    );
    if (isThere) continue;
    const unpacked = join(folder, `.${name.replaceAll('/', '-')}`);
    await rm(unpacked, { recursive: true, force: true });
    await mkdir(unpacked, { recursive: true });
    const { stdout } = await run('npm', ['pack', `${name}@${version}`, '--json', '--ignore-scripts', '--pack-destination', unpacked]);
    const [packed] = JSON.parse(stdout);
    await run('tar', ['-xzf', join(unpacked, String(packed.filename).replaceAll('/', '-').replace(/^@/, '')), '-C', unpacked]);
    await mkdir(join(place, '..'), { recursive: true });
    await rename(join(unpacked, 'package'), place);
    await rm(unpacked, { recursive: true });
  }
}
