import { startEngine } from '../../actions/engine';
import { register } from '../../actions/registry';
import { loadActionTexts } from '../../actions/texts';
import '../../assist/actions';
import '../../contacts/actions';
import '../../knowledge/actions';
import '../../livechat/actions';
import '../../offers/actions';
import '../../tickets/actions';
import { loadTicketTexts } from '../../tickets/texts';
import { watchArrows } from '../focus/arrows';
import { watchFocus } from '../focus/regions';
import { EVERYWHERE, TUNE } from './desk';
import { GO } from './go';
import { SETTINGS } from './settings';

register([...EVERYWHERE, ...GO, ...SETTINGS, ...TUNE]);

/** Listens to the keys, once every action has its name; the answer ends it. */
export async function startActions(): Promise<() => void> {
  await Promise.all([loadActionTexts(), loadTicketTexts()]);
  const ends = [startEngine(), watchArrows(), watchFocus()];
  return () => ends.forEach((end) => end());
}
