// What comes in and what goes out: every network, calls, visitors, forms, surveys.
// Its name puts it behind the screens, which take longest: files begin in the order of their names.
import { calls } from './callsStory.mjs';
import { languages } from './languageStory.mjs';
import { livechat } from './livechatStory.mjs';
import { networks } from './networksStory.mjs';
import { newTickets } from './newTicketStory.mjs';
import { sanitiser } from './sanitiserStory.mjs';
import { starts } from './startStory.mjs';
import { surveys } from './surveyStory.mjs';
import { telegram } from './telegramStory.mjs';
import { together } from './together.mjs';
import { widgets } from './widgetStory.mjs';

together('customers and the desk', {
  'an agent and a customer on Telegram': telegram,
  'every network at one desk': networks,
  'somebody calls': calls,
  'a visitor and an agent': livechat,
  'a widget on a site': widgets,
  'hostile words from outside': sanitiser,
  'tickets entered by hand': newTickets,
  'an agent writes first': starts,
  'what customers are asked': surveys,
  'what a ticket is read in': languages,
});
