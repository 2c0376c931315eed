import { IconDialpad } from '@tabler/icons-react';
import { useSession } from '../../session/store';
import { useTexts } from '../texts';
import classes from './Keypress.module.css';
import { choiceOf, namesOfKeys } from './pressed';

/** What a caller pressed, in words: a language, and mostly a topic. */
export function Keypress({ keys }: { keys: string }) {
  const { t } = useTexts();
  const own = useSession((state) => state.session?.keypresses);
  if (keys === '') return null;
  const choice = choiceOf(keys);
  // What the account calls the keys counts before what exchanges usually mean by them.
  const named = namesOfKeys(own).get(keys);
  const language = choice === null ? '' : t(`call.keypress.${choice.language}`);
  const usual =
    choice === null
      ? t('call.keypress.unknown', { keys })
      : choice.topic === null
        ? language
        : t('call.keypress.both', { language, topic: t(`call.keypress.${choice.topic}`) });
  return (
    <span className={classes['keypress']} title={t('call.keypress.pressed', { keys })}>
      <IconDialpad size={13} stroke={1.75} role="img" aria-label={t('call.keypress.label')} />
      {named ?? usual}
    </span>
  );
}
