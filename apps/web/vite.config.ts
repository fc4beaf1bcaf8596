import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compileMessages } from './build/compile-messages.ts';
import { precompress } from './build/precompress.ts';

/** Two entries, one build. The strict CSP forbids inline scripts, inline styles and `data:` in scripts, hence the options below. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compileMessages(), precompress()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: { index: resolve(import.meta.dirname, 'index.html'), bank: resolve(import.meta.dirname, 'bank.html') },
      // Few large chunks compress better than many small ones, and a customer's sign-in page has already fetched them for the signing page.
      output: {
        codeSplitting: {
          groups: [
            // The router belongs to the portal: a customer's page has no routes.
            { name: 'vendor', test: /node_modules[\\/](?!react-router[\\/])/ },
            // So do `shared/portal`, `shared/auth` and the values that only developers' pages read; `shared/bank-pages` belongs to the other entry.
            {
              name: 'shared',
              test: /apps[\\/]web[\\/]src[\\/]shared[\\/](?!portal[\\/]|auth[\\/]|bank-pages[\\/])|packages[\\/]contract[\\/](?!src[\\/](identity|sandbox)-values)/,
            },
            // What every signing page needs, and what all payments share; each kind itself is a part of its own.
            { name: 'signing', test: /features[\\/]signing[\\/](engine|views|signing-pages|messages\.ts)/ },
            { name: 'paid', test: /features[\\/]signing[\\/]flows[\\/]payment([\\/]|\.ts)/ },
          ],
        },
      },
    },
  },
});
