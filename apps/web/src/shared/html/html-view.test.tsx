import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { HtmlView } from './html-view.tsx';

afterEach(cleanup);

describe('HTML of a content system', () => {
  it('is rendered with headings, lists and links without an opener', () => {
    render(<HtmlView html='<h2>Back soon</h2><ul><li>See <a href="#/welcome" target="_top">Welcome</a></ul>' />);
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Back soon');
    expect(screen.getByRole('listitem').textContent).toBe('See Welcome');
    expect(screen.getByRole('link').outerHTML).toBe('<a href="#/welcome" rel="noopener noreferrer">Welcome</a>');
  });
  it('is rendered without scripts, forms, images, ids and handlers', () => {
    render(
      <HtmlView html='<p id=a onclick=x>a<script>1</script><img src=//canary.example onerror=1><form name=b><input></form><svg><a xlink:href="javascript:1"></a></svg>' />,
    );
    expect(document.querySelectorAll('script, img, form, input, svg, [id], [onclick], [name]')).toHaveLength(0);
    expect(document.body.textContent).toBe('a');
  });
});
