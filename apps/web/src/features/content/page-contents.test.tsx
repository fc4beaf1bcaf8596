import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { PageContents } from './page-contents.tsx';

afterEach(cleanup);

describe('the contents of a page', () => {
  it('list the sections of long pages only', () => {
    const headings = ['One', 'Two', 'Three', 'Four'].map((name) => ({ type: 'heading', level: 2, id: name, text: name }) as const);
    render(<PageContents url="/guide" paragraphs={headings.slice(0, 3)} isFolded={false} />);
    expect(screen.queryByRole('navigation')).toBeNull();
    render(<PageContents url="/guide" paragraphs={headings} isFolded={false} />);
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['One', 'Two', 'Three', 'Four']);
  });
  it('are links to the sections, also where they are folded', () => {
    const headings = ['One', 'Two', 'Three', 'Four'].map((name) => ({ type: 'heading', level: 2, id: name, text: name }) as const);
    const { container } = render(<PageContents url="/guide" paragraphs={headings} isFolded />);
    const fold = container.querySelector('details');
    fold?.setAttribute('open', '');
    const link = screen.getByText('Two');
    expect(link.getAttribute('href')).toBe('#/guide?section=Two');
    fireEvent.click(link);
    expect(fold?.hasAttribute('open')).toBe(false);
  });
});
