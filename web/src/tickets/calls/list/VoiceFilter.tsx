import { Input, Slider, Switch, TextInput, UnstyledButton } from '@mantine/core';
import { useId } from 'react';
import { EmotionFace, useEmotionName } from '../../../ui/emotion/Emotion';
import { PERSONALITY_MAX, type CallFilter } from './filter';
import { useTexts } from './texts';
import { emotionsOf, MIDDLE, stopOf, STOPS, VOICE_EMOTIONS, type Stop, type VoiceEmotion } from './voice';
import classes from './voiceFilter.module.css';

interface Props {
  filter: CallFilter;
  onChange: (part: Partial<CallFilter>) => void;
}

/** Any of several emotions, of those that are offered. */
export function EmotionToggles({ offered, filter, onChange }: Props & { offered: readonly VoiceEmotion[] }) {
  const { t } = useTexts();
  const nameOf = useEmotionName();
  const label = useId();
  const chosen = emotionsOf(filter.emotion);
  const toggled = (name: VoiceEmotion) => offered.filter((one) => chosen.includes(one) !== (one === name)).join();
  return (
    <div>
      <Input.Label labelElement="div" id={label} mb={4}>
        {t('emotion')}
      </Input.Label>
      <div className={classes['emotions']} role="group" aria-labelledby={label}>
        {offered.map((name) => (
          <UnstyledButton key={name} className={classes['emotion']} aria-pressed={chosen.includes(name)} onClick={() => onChange({ emotion: toggled(name) })}>
            <EmotionFace name={name} /> {nameOf(name)}
          </UnstyledButton>
        ))}
      </div>
    </div>
  );
}

/** Whether the list is narrowed to calls near to a stop, and to which. */
function StopField({ of, value, onChange }: { of: 'energy' | 'pace'; value: '' | Stop; onChange: (value: '' | Stop) => void }) {
  const { t } = useTexts();
  const word = (percent: number) => t(`${of}.${stopOf(percent)}`);
  const isEnd = (stop: Stop) => stop === STOPS[0] || stop === STOPS.at(-1);
  return (
    <div className={classes['stop']}>
      <Switch size="xs" label={t(`${of}.filter`)} checked={value !== ''} onChange={({ currentTarget }) => onChange(currentTarget.checked ? MIDDLE : '')} />
      {value === '' ? null : (
        <Slider
          className={classes['slider'] ?? ''}
          size="sm"
          step={25}
          thumbLabel={t(`${of}.label`)}
          thumbValueText={word}
          label={word}
          marks={STOPS.map((stop) => ({ value: Number(stop), label: isEnd(stop) ? t(`${of}.${stop}`) : undefined }))}
          value={Number(value)}
          onChange={(percent) => onChange(stopOf(percent))}
        />
      )}
    </div>
  );
}

/** How the customer sounded, as what a list of calls is narrowed to. */
export function VoiceFilter({ filter, onChange }: Props) {
  const { t } = useTexts();
  return (
    <>
      <EmotionToggles offered={VOICE_EMOTIONS} filter={filter} onChange={onChange} />
      <div className={classes['stops']}>
        <StopField of="energy" value={filter.energy} onChange={(energy) => onChange({ energy })} />
        <StopField of="pace" value={filter.pace} onChange={(pace) => onChange({ pace })} />
      </div>
      <TextInput
        label={t('personality')}
        placeholder={t('personality_exact')}
        maxLength={PERSONALITY_MAX}
        value={filter.personality}
        onChange={({ currentTarget }) => onChange({ personality: currentTarget.value })}
      />
    </>
  );
}
