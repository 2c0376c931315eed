// What admins set up, and what the desk does of it. Apart from the traffic, so that both lanes have something
// to do until the end.
import { channels } from './channelsStory.mjs';
import { fields } from './fieldsStory.mjs';
import { knowledge } from './knowledgeStory.mjs';
import { plugins } from './pluginsStory.mjs';
import { replay } from './replayStory.mjs';
import { routedChats } from './routedChatStory.mjs';
import { routing } from './routingStory.mjs';
import { scheduledReports } from './scheduleStory.mjs';
import { serviceLevels } from './slaStory.mjs';
import { tidy } from './tidyStory.mjs';
import { together } from './together.mjs';

together('what admins set up', {
  'an admin and the channels': channels,
  'an admin and the plugins': plugins,
  'what a desk asks of each ticket': fields,
  'articles from the first draft to an answer': knowledge,
  'spam, blocked senders, merged tickets': tidy,
  'who gets which ticket': routing,
  'who gets which live chat': routedChats,
  'what other rules would have done': replay,
  'what is promised to customers': serviceLevels,
  'reports that go by mail': scheduledReports,
});
