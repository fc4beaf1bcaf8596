import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { CHUNKS } from './build/chunks.ts';
import { compileMessages } from './build/compile-messages.ts';
import { earlyScript } from './build/early-script.ts';
import { firstSight } from './build/first-sight.ts';
import { precompress } from './build/precompress.ts';

/** Two entries, one build. The strict CSP forbids inline scripts, inline styles and `data:` in scripts, hence the options below. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compileMessages(), earlyScript(), firstSight(), precompress()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        index: resolve(import.meta.dirname, 'index.html'),
        bank: resolve(import.meta.dirname, 'bank.html'),
        early: resolve(import.meta.dirname, 'src/app/early/begin.ts'),
        elsewhere: resolve(import.meta.dirname, 'src/app/early/elsewhere.ts'),
      },
      output: {
        codeSplitting: {
          groups: CHUNKS,
        },
      },
    },
  },
});
