/** Entry of the first script. */
import { start } from './begin.ts';

void start(window.location, document);
