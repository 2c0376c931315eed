// What people do with each other at the desk, in a real browser.
import { access } from './accessStory.mjs';
import { conversation } from './conversationStory.mjs';
import { desk } from './deskStory.mjs';
import { home } from './homeStory.mjs';
import { keyboard } from './keyboardStory.mjs';
import { list } from './listStory.mjs';
import { notes } from './noteStory.mjs';
import { notifications } from './notificationStory.mjs';
import { offline } from './offlineStory.mjs';
import { pieces } from './piecesStory.mjs';
import { presence } from './presenceStory.mjs';
import { roles } from './rolesStory.mjs';
import { shell } from './shellStory.mjs';
import { together } from './together.mjs';

together('people at the desk', {
  'an agent whose line breaks': offline,
  'what may be missing': pieces,
  'who is there': presence,
  'what is refused': access,
  'the frame of the workspace': shell,
  'what people are told': notifications,
  'two agents in one ticket': conversation,
  'a note between two agents': notes,
  'the list of tickets': list,
  'what waits on home': home,
  'an agent without a pointer': keyboard,
  'what a desk keeps': desk,
  'roles and who has them': roles,
});
