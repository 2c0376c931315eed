// AI helpers, at a desk of their own: its messages have marks that no other story expects. Short, and first by its name, so
// that the other lane has the long files to go on with.
import { assist } from './assistStory.mjs';
import { together } from './together.mjs';

together('helpers', { 'an agent and the helpers': assist });
