// Every screen and address in a real browser, and a server that goes away.
import { looks } from './looksStory.mjs';
import { restarts } from './restartStory.mjs';
import { together } from './together.mjs';
import { walks } from './walkStory.mjs';

together('the screens of the desk', {
  'every address for everybody': walks,
  'how it looks': looks,
  // Last, because it takes the server away from the others.
  'a server that restarts': restarts,
});
