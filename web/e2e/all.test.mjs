// The main job in a real browser: every story runs against the same running demo.
import { after, before, describe } from 'node:test';
import { access } from './accessStory.mjs';
import { launch } from './browser.mjs';
import { calls } from './callsStory.mjs';
import { channels } from './channelsStory.mjs';
import { conversation } from './conversationStory.mjs';
import { desk } from './deskStory.mjs';
import { fields } from './fieldsStory.mjs';
import { languages } from './languageStory.mjs';
import { list } from './listStory.mjs';
import { livechat } from './livechatStory.mjs';
import { looks } from './looksStory.mjs';
import { networks } from './networksStory.mjs';
import { newTickets } from './newTicketStory.mjs';
import { notifications } from './notificationStory.mjs';
import { offline } from './offlineStory.mjs';
import { pieces } from './piecesStory.mjs';
import { plugins } from './pluginsStory.mjs';
import { restarts } from './restartStory.mjs';
import { presence } from './presenceStory.mjs';
import { sanitiser } from './sanitiserStory.mjs';
import { shell } from './shellStory.mjs';
import { startStand } from './stand.mjs';
import { surveys } from './surveyStory.mjs';
import { telegram } from './telegramStory.mjs';
import { tidy } from './tidyStory.mjs';
import { longThread } from './threadStory.mjs';
import { walks } from './walkStory.mjs';

/** What the stories share; filled before the first of them. */
const shared = {};

describe('patchbay in a browser', { timeout: 1_500_000 }, () => {
  before(async () => {
    shared.stand = await startStand();
    shared.browser = await launch();
  });
  after(async () => {
    await shared.browser?.close();
    await shared.stand?.stop();
  });
  describe('an agent and a customer on Telegram', () => telegram(shared));
  describe('every network at one desk', () => networks(shared));
  describe('somebody calls', () => calls(shared));
  describe('a visitor and an agent', () => livechat(shared));
  describe('an agent whose line breaks', () => offline(shared));
  describe('what may be missing', () => pieces(shared));
  describe('who is there', () => presence(shared));
  describe('what is refused', () => access(shared));
  describe('an admin and the channels', () => channels(shared));
  describe('an admin and the plugins', () => plugins(shared));
  describe('the frame of the workspace', () => shell(shared));
  describe('what people are told', () => notifications(shared));
  describe('two agents in one ticket', () => conversation(shared));
  describe('hostile words from outside', () => sanitiser(shared));
  describe('tickets entered by hand', () => newTickets(shared));
  describe('what customers are asked', () => surveys(shared));
  describe('what a desk asks of each ticket', () => fields(shared));
  describe('what a ticket is read in', () => languages(shared));
  describe('spam, blocked senders, merged tickets', () => tidy(shared));
  describe('a thread of five thousand messages', () => longThread(shared));
  describe('the list of tickets', () => list(shared));
  describe('what a desk keeps', () => desk(shared));
  describe('how it looks', () => looks(shared));
  describe('every address for everybody', () => walks(shared));
  // Last, because it takes the server away from the others.
  describe('a server that restarts', () => restarts(shared));
});
