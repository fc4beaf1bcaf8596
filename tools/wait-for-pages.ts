/** A page's test waits for what comes as long as a busy machine needs for it: a second, the library's own limit, would be a measurement. */
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 10_000 });
