import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './SignatureLine.module.css';
import type { ComposerState } from './useComposer';

/** What the server puts below the answer, where the channel takes a signature and this person has one. */
export function SignatureLine({ state }: { state: Pick<ComposerState, 'signature' | 'sign' | 'setSign'> }) {
  const { t } = useTranslation();
  if (state.signature === null) return null;
  return (
    <div className={classes['line']} data-off={!state.sign || undefined}>
      <p className={classes['text']}>{state.signature}</p>
      <Switch
        size="xs"
        label={t('composer.signature')}
        checked={state.sign}
        onChange={(event) => state.setSign(event.currentTarget.checked)}
      />
    </div>
  );
}
