/** Where programs find the news: in the page's head (React puts it there) and as a link. */
const FEED_TYPE = 'application/atom+xml';

export function NewsFeedLink({ contentBase }: { contentBase: string }) {
  const href = `${contentBase}/dev-portal-news.atom`;
  return (
    <>
      <link rel="alternate" type={FEED_TYPE} title="News" href={href} />
      <a href={href} type={FEED_TYPE}>
        Atom feed
      </a>
    </>
  );
}
