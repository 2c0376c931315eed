import { expect, it } from 'vitest';

/** What a label names opens a dialog that has to be filled in before anything happens. */
const ASKS = [
  'i18n/composer.content_menu',
  'tickets/snooze.own',
  'tickets/later.menu',
  'tickets/call.dial',
  'tickets/call.transfer',
  'tickets/forward.menu',
  'tickets/forward.menu_all',
  'tickets/merge.menu',
  'tickets/link.menu',
  'tickets/details/routing/move.menu',
  'tickets/macro.menu',
  'tickets/profile/alike.merge',
  'tickets/profile/merge.open',
  'tickets/split.menu',
  'supervisory/status.menu',
  'supervisory/whisper.menu',
  'supervisory/reassign.menu',
  'views/save_as',
  'reports/range.regularly',
  'channels/danger.button',
  'plugins/uninstall.button',
];
/** Something goes on at this moment. */
const GOES_ON = ['i18n/banner.retrying', 'i18n/conversation.typing_one', 'i18n/conversation.typing_other', 'entry/finding', 'livechat/joining', 'notifications/empty_text', 'views/loading'];
/** What stands in an empty field. */
const HINTS = ['i18n/palette.placeholder', 'i18n/composer.placeholder', 'i18n/composer.kept_placeholder', 'tickets/composer/placeholder', 'i18n/editor.template_pick'];
/** More of a list is there. */
const PAGES = ['tickets/calls/recordings/more'];

const files = import.meta.glob<object>('../**/{en,ms,zh}.json', { eager: true, import: 'default' });

function ending(texts: object, prefix: string): string[] {
  return Object.entries(texts).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? ending(value, `${prefix}${key}.`)
      : /(…|\.\.\.)$/.test(String(value))
        ? [prefix + key]
        : [],
  );
}

it.each(['en', 'ms', 'zh'])('in %s an ellipsis ends what asks for more, what goes on, hints and what has more pages alone', (language) => {
  const found = Object.entries(files)
    .filter(([path]) => path.endsWith(`/${language}.json`))
    .flatMap(([path, texts]) => {
      const room = path.startsWith('./') ? 'i18n' : path.replace('../', '').replace(/(\/texts)?\/\w+\.json$/, '');
      return ending(texts, `${room}/`);
    });
  expect(found.sort()).toEqual([...ASKS, ...GOES_ON, ...HINTS, ...PAGES].sort());
});
