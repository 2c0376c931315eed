// A long conversation, at a desk of its own: five thousand messages take a minute to arrive.
import { longThread } from './threadStory.mjs';
import { together } from './together.mjs';

together('long conversations', { 'a thread of five thousand messages': longThread });
