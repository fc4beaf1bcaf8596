/** A page of the portal: title, then its paragraphs; a guide with the list of guides. Loading, missing, failed and done each have their view. */
import type { RuntimeConfig } from '@portico/contract';
import { type ReactNode, useEffect, useMemo } from 'react';
import { MarkdownLink } from '../../shared/content/markdown-link.tsx';
import { Paragraphs } from '../../shared/content/paragraphs.tsx';
import { useMedia } from '../../shared/page/use-media.ts';
import { CodeLanguageProvider } from '../../shared/portal/code/code-language.tsx';
import { LoadFailure } from '../../shared/portal/load-failure.tsx';
import { PageHeading } from '../../shared/portal/page-heading.tsx';
import { goToSection, SECTION_PARAMETER, SectionPageContext } from '../../shared/portal/prose/sections.ts';
import { useQuery } from '../../shared/portal/router/place.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import styles from './content-page.module.css';
import { type ContentRoot, selectMenu } from './content-page-slice.ts';
import { GuideList, GuideNeighbours } from './guide-list.tsx';
import { guideSections, placeOf } from './guides.ts';
import { PageContents } from './page-contents.tsx';
import { useContentPage } from './use-content-page.ts';

const NOT_FOUND = 404;
/** Room for the list of guides beside the text. */
const HAS_GUIDE_LIST = '(min-width: 900px)';
/** Room for the sections of the page, too. */
const HAS_CONTENTS = '(min-width: 1200px)';

interface ContentPageViewProps {
  url: string;
  /** The menu's title, shown until the page has arrived. */
  title: string;
  config: RuntimeConfig;
}

export function ContentPageView({ url, title, config }: ContentPageViewProps) {
  const { page, error, reload } = useContentPage(url);
  const section = useQuery().get(SECTION_PARAMETER);
  const isHere = page !== undefined;
  useEffect(() => {
    if (isHere && section !== null) goToSection(section);
  }, [isHere, section]);
  const menu = useAppSelector((state: ContentRoot) => selectMenu(state));
  const guides = useMemo(() => (menu === null ? [] : guideSections(menu)), [menu]);
  const place = placeOf(guides, url);
  const hasGuideList = useMedia(HAS_GUIDE_LIST);
  const hasContents = useMedia(HAS_CONTENTS);
  const list = place === undefined ? null : <GuideList sections={guides} url={url} isFolded={!hasGuideList} />;
  const contents = page === undefined ? null : <PageContents url={url} paragraphs={page.field_paragraphs} isFolded={!hasContents} />;
  return (
    <div className={place === undefined ? styles.columns : styles.guide}>
      {hasGuideList ? list : null}
      <div className={styles.text}>
        <div className={styles.folds}>
          {hasGuideList ? null : list}
          {hasContents ? null : contents}
        </div>
        {page !== undefined ? (
          <Article title={page.title}>
            <SectionPageContext value={url}>
              <CodeLanguageProvider>
                <Paragraphs paragraphs={page.field_paragraphs} />
              </CodeLanguageProvider>
            </SectionPageContext>
            <MarkdownLink contentBase={config.contentBase} path={page.markdown} />
          </Article>
        ) : error?.status === NOT_FOUND ? (
          <Article title="Page not found" />
        ) : (
          <Article title={title}>
            {error === undefined ? <Skeleton label="Loading the page" lines={9} /> : <LoadFailure failure={error} onRetry={reload} />}
          </Article>
        )}
        {place === undefined ? null : <GuideNeighbours place={place} />}
      </div>
      {hasContents ? contents : null}
    </div>
  );
}

function Article({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <article className={styles.article}>
      <PageHeading title={title} />
      {children}
    </article>
  );
}
