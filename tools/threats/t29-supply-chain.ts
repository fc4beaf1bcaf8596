import type { Threat } from './threat.ts';

const FILE = 'tools/supply-chain.test.ts';

export const T29: Threat = {
  id: 'T29',
  title: 'Code that came with what others wrote',
  defence: 'Packages are pinned by hash, run no script, lie above known weaknesses, stand under agreed licences and have a reason.',
  proofs: [
    {
      rule: 'an archive is what was looked at',
      test: { file: FILE, name: 'is refused with %s' },
      disable: { file: 'tools/supply-chain/find-faults.ts', find: "integrity?.startsWith('sha512-') === true", replace: 'integrity !== null' },
    },
    {
      rule: 'no package runs a script when it is installed',
      test: { file: FILE, name: 'is installed without install scripts' },
      disable: { file: '.npmrc', find: 'ignore-scripts=true', replace: 'ignore-scripts=false' },
    },
    {
      rule: 'versions with known weaknesses are not installed',
      test: { file: FILE, name: 'are met by every installed package' },
      disable: {
        file: 'tools/supply-chain/version-floors.json',
        find: '"name": "fastify", "floor": "5.8.5"',
        replace: '"name": "fastify", "floor": "99.0.0"',
      },
    },
    {
      rule: 'the bill of materials is that of the lock file',
      test: { file: FILE, name: 'matches the lock file: after a change, run npm run sbom' },
      disable: { file: 'tools/supply-chain/sbom.ts', find: "'excluded' : 'required'", replace: "'required' : 'required'" },
    },
    {
      rule: 'no dependency without a reason',
      test: { file: FILE, name: 'each have their reason in decision 0003' },
      disable: { file: 'docs/decisions/0003-dependencies.md', find: '| | pdfkit |', replace: '| | |' },
    },
  ],
};
