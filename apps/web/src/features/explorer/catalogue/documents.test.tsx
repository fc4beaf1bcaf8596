import type { IndexSection } from '@portico/contract';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { openPart } from '../../../shared/portal/testing/open-part.tsx';
import { Documents } from './documents.tsx';

afterEach(cleanup);

it('the documents can be downloaded as JSON and as YAML, all in one and one per section', () => {
  const section: IndexSection = {
    apiId: 'pay/ments',
    title: 'Payments',
    list: 'main',
    version: '1',
    description: '',
    isSendable: true,
    operations: [],
  };
  openPart(<Documents sections={[section]} apiBase="https://portal.example/api" />);
  const links = screen.getAllByRole<HTMLAnchorElement>('link');
  expect(links.every((link) => link.hasAttribute('download'))).toBe(true);
  expect(links.map((link) => [link.textContent, link.href])).toEqual([
    ['JSON of All sections', 'https://portal.example/api/specs/all?format=json&download=true'],
    ['YAML of All sections', 'https://portal.example/api/specs/all?format=yaml&download=true'],
    ['JSON of Payments', 'https://portal.example/api/specs/pay%2Fments?format=json&download=true'],
    ['YAML of Payments', 'https://portal.example/api/specs/pay%2Fments?format=yaml&download=true'],
    ['JSON for Postman', 'https://portal.example/api/specs/postman'],
  ]);
});
