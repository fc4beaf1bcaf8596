/**
 * Puts the head of a built page into the order in which a browser should ask: the first script, the page's own scripts and styles, then what can
 * come late. Browsers open six connections, and the next request waits for a whole round trip.
 */
import type { Plugin } from 'vite';

const BEGIN = /[\\/]app[\\/]early[\\/]begin\.ts$/;
const LATE = /\n *<link rel="(?:icon|preload)"[^>]*>/g;

/** Vite plugin, build only. */
export function earlyScript(): Plugin {
  return {
    name: 'portico-early-script',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { path, bundle }) {
        const late = html.match(LATE)?.join('') ?? '';
        const early = Object.values(bundle ?? {}).find((file) => file.type === 'chunk' && file.moduleIds.some((id) => BEGIN.test(id)))?.fileName;
        const first = early === undefined || path !== '/index.html' ? '' : `\n    <script type="module" async crossorigin src="/${early}"></script>`;
        return html
          .replace(LATE, '')
          .replace('</title>', () => `</title>${first}`)
          .replace('\n  </head>', () => `${late}\n  </head>`);
      },
    },
  };
}
