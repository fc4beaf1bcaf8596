import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { PageContents } from './page-contents.tsx';

afterEach(cleanup);

describe('the contents of a page', () => {
  it('list the sections of long pages only', () => {
    const headings = ['One', 'Two', 'Three', 'Four'].map((name) => ({ type: 'heading', level: 2, id: name, text: name }) as const);
    render(<PageContents paragraphs={headings.slice(0, 3)} />);
    expect(screen.queryByRole('navigation')).toBeNull();
    render(<PageContents paragraphs={headings} />);
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['One', 'Two', 'Three', 'Four']);
  });
});
