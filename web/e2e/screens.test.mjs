// Every screen and address in a real browser, what is long, and a server that goes away.
import { list } from './listStory.mjs';
import { looks } from './looksStory.mjs';
import { restarts } from './restartStory.mjs';
import { longThread } from './threadStory.mjs';
import { together } from './together.mjs';
import { walks } from './walkStory.mjs';

together('the screens of the desk', {
  'the list of tickets': list,
  'a thread of five thousand messages': longThread,
  'every address for everybody': walks,
  'how it looks': looks,
  // Last, because it takes the server away from the others.
  'a server that restarts': restarts,
});
