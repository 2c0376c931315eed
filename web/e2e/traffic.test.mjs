// What comes in and what goes out: every network, calls, visitors, forms, surveys, promises.
// Its name puts it behind the screens, which take longest: files begin in the order of their names.
import { calls } from './callsStory.mjs';
import { channels } from './channelsStory.mjs';
import { fields } from './fieldsStory.mjs';
import { knowledge } from './knowledgeStory.mjs';
import { languages } from './languageStory.mjs';
import { livechat } from './livechatStory.mjs';
import { networks } from './networksStory.mjs';
import { newTickets } from './newTicketStory.mjs';
import { plugins } from './pluginsStory.mjs';
import { routedChats } from './routedChatStory.mjs';
import { routing } from './routingStory.mjs';
import { sanitiser } from './sanitiserStory.mjs';
import { serviceLevels } from './slaStory.mjs';
import { starts } from './startStory.mjs';
import { surveys } from './surveyStory.mjs';
import { telegram } from './telegramStory.mjs';
import { tidy } from './tidyStory.mjs';
import { together } from './together.mjs';
import { widgets } from './widgetStory.mjs';

together('customers and the desk', {
  'an agent and a customer on Telegram': telegram,
  'every network at one desk': networks,
  'somebody calls': calls,
  'a visitor and an agent': livechat,
  'a widget on a site': widgets,
  'an admin and the channels': channels,
  'an admin and the plugins': plugins,
  'hostile words from outside': sanitiser,
  'tickets entered by hand': newTickets,
  'an agent writes first': starts,
  'what customers are asked': surveys,
  'what a desk asks of each ticket': fields,
  'what a ticket is read in': languages,
  'articles from the first draft to an answer': knowledge,
  'spam, blocked senders, merged tickets': tidy,
  'who gets which ticket': routing,
  'who gets which live chat': routedChats,
  'what is promised to customers': serviceLevels,
});
