// What people do with each other at the desk, in a real browser.
import { access } from './accessStory.mjs';
import { calls } from './callsStory.mjs';
import { channels } from './channelsStory.mjs';
import { conversation } from './conversationStory.mjs';
import { desk } from './deskStory.mjs';
import { fields } from './fieldsStory.mjs';
import { home } from './homeStory.mjs';
import { keyboard } from './keyboardStory.mjs';
import { languages } from './languageStory.mjs';
import { list } from './listStory.mjs';
import { livechat } from './livechatStory.mjs';
import { networks } from './networksStory.mjs';
import { newTickets } from './newTicketStory.mjs';
import { notes } from './noteStory.mjs';
import { notifications } from './notificationStory.mjs';
import { offline } from './offlineStory.mjs';
import { pieces } from './piecesStory.mjs';
import { plugins } from './pluginsStory.mjs';
import { presence } from './presenceStory.mjs';
import { sanitiser } from './sanitiserStory.mjs';
import { shell } from './shellStory.mjs';
import { starts } from './startStory.mjs';
import { surveys } from './surveyStory.mjs';
import { telegram } from './telegramStory.mjs';
import { tidy } from './tidyStory.mjs';
import { together } from './together.mjs';

together('people at the desk', {
  'an agent and a customer on Telegram': telegram,
  'every network at one desk': networks,
  'somebody calls': calls,
  'a visitor and an agent': livechat,
  'an agent whose line breaks': offline,
  'what may be missing': pieces,
  'who is there': presence,
  'what is refused': access,
  'an admin and the channels': channels,
  'an admin and the plugins': plugins,
  'the frame of the workspace': shell,
  'what people are told': notifications,
  'two agents in one ticket': conversation,
  'a note between two agents': notes,
  'hostile words from outside': sanitiser,
  'tickets entered by hand': newTickets,
  'an agent writes first': starts,
  'what customers are asked': surveys,
  'what a desk asks of each ticket': fields,
  'what a ticket is read in': languages,
  'spam, blocked senders, merged tickets': tidy,
  'the list of tickets': list,
  'what waits on home': home,
  'an agent without a pointer': keyboard,
  'what a desk keeps': desk,
});
