/** Tests of pages wait as long as a busy machine needs. The library's default limit of a second would measure the machine. */
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 120_000 });
