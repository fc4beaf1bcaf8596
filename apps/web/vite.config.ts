import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { CHUNKS, isLater } from './build/chunks.ts';
import { compileMessages } from './build/compile-messages.ts';
import { firstScript } from './build/first-script.ts';
import { precompress } from './build/precompress.ts';
import { prerender } from './build/prerender.ts';

/** Three entries, one build. The strict CSP forbids inline styles, `data:` in scripts and all inline scripts but the first, hence the options below. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compileMessages(), firstScript(), prerender(), precompress()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : files.filter(isLater)) },
    reportCompressedSize: false,
    rolldownOptions: {
      // Who starts the portal for the first time is not asked to make our build faster.
      checks: { bundlerTimings: false },
      input: {
        index: resolve(import.meta.dirname, 'index.html'),
        bank: resolve(import.meta.dirname, 'bank.html'),
        console: resolve(import.meta.dirname, 'console.html'),
      },
      output: {
        codeSplitting: {
          groups: CHUNKS,
        },
      },
    },
  },
});
