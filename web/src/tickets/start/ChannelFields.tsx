import { Autocomplete, Button, Loader, Select, TagsInput, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { ChannelMark } from '../../ui/ChannelMark';
import { addressOf } from './model';
import classes from './start.module.css';
import { useTexts } from './texts';
import type { StartForm } from './useStart';

/** What belongs to a field stands below it, so that two beside each other are on one line. */
const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

/** On which channel it goes out. */
function ChannelField({ form }: { form: StartForm }) {
  const { t } = useTexts();
  const { channels = [], channel, draft, faults, change, isSwitching } = form;
  const { picked } = draft;
  if (channels.length === 0 && !isSwitching) {
    return picked === null ? null : (
      <p role="status" className={classes['notice']}>
        {t('unreachable', { name: picked.name })}
      </p>
    );
  }
  return (
    <Select
      label={t('channel')}
      placeholder={t('channel_hint')}
      data={channels.map((one) => ({ value: String(one.channel_id), label: one.name }))}
      renderOption={({ option }) => (
        <span className={classes['option']}>
          <ChannelMark channel={channels.find((one) => String(one.channel_id) === option.value)?.channel ?? ''} size={16} />
          {option.label}
        </span>
      )}
      leftSection={channel === undefined ? null : <ChannelMark channel={channel.channel} size={16} />}
      rightSection={isSwitching ? <Loader size={16} /> : undefined}
      disabled={isSwitching}
      allowDeselect={false}
      value={channel === undefined ? null : String(channel.channel_id)}
      error={faults['channel_id']}
      description={channel?.ticket_number == null ? null : t('continues', { number: channel.ticket_number })}
      inputWrapperOrder={ORDER}
      onChange={(id) => {
        const next = channels.find((one) => String(one.channel_id) === id);
        if (next === undefined) return;
        // A number is no address: what was typed stays only for the same kind of channel.
        change({ channel: next.channel_id, ...(channel === undefined || channel.starts === next.starts ? {} : { address: null }) });
      }}
      comboboxProps={{ withinPortal: true }}
    />
  );
}

/** Where it reaches them: what the contact has is one choice away, and anything else can be typed. */
function AddressField({ form, kind }: { form: StartForm; kind: 'email' | 'phone' }) {
  const { t } = useTexts();
  const { draft, faults, channel, change } = form;
  const addresses = channel?.addresses ?? [];
  const field = {
    ...(kind === 'email' ? { label: t('to'), type: 'email', maxLength: 254 } : { label: t('phone'), type: 'tel', maxLength: 40, description: faults['address'] === undefined ? t('phone_hint') : null, placeholder: '+' }),
    inputWrapperOrder: ORDER,
    withAsterisk: true,
    autoComplete: 'off',
    value: addressOf(draft, channel),
    error: faults['address'],
  };
  if (addresses.length === 0) return <TextInput {...field} onChange={(event) => change({ address: event.currentTarget.value })} />;
  return (
    <Autocomplete
      {...field}
      data={addresses}
      // All of them, whatever stands there already.
      filter={({ options }) => options}
      onChange={(address) => change({ address })}
      comboboxProps={{ withinPortal: true }}
    />
  );
}

/** The rest of a letter's head. */
function LetterFields({ form }: { form: StartForm }) {
  const { t } = useTexts();
  const { draft, faults, rules, change } = form;
  const [isUnfolded, setUnfolded] = useState(false);
  const hasCc = rules.cc && (isUnfolded || draft.cc.length > 0);
  return (
    <>
      {hasCc ? (
        <TagsInput
          label={t('cc')}
          placeholder={draft.cc.length === 0 ? t('cc_hint') : ''}
          autoFocus={isUnfolded && draft.cc.length === 0}
          splitChars={[',', ';', ' ']}
          acceptValueOnBlur
          value={draft.cc}
          error={faults['cc']}
          onChange={(cc) => change({ cc })}
        />
      ) : rules.cc ? (
        <Button variant="subtle" size="compact-xs" className={classes['fold'] ?? ''} leftSection={<IconPlus size={14} stroke={1.5} />} onClick={() => setUnfolded(true)}>
          {t('add_cc')}
        </Button>
      ) : null}
      <TextInput
        label={t('subject')}
        withAsterisk
        maxLength={500}
        autoComplete="off"
        value={draft.subject}
        error={faults['subject']}
        onChange={(event) => change({ subject: event.currentTarget.value })}
      />
    </>
  );
}

/** The channel, and where it reaches them. */
export function ChannelFields({ form }: { form: StartForm }) {
  const { channel } = form;
  const kind = channel === undefined || channel.starts === 'known' ? null : channel.starts;
  return (
    <>
      <div className={classes[kind === null ? 'single' : 'pair']}>
        <ChannelField form={form} />
        {kind === null ? null : <AddressField form={form} kind={kind} />}
      </div>
      {kind === 'email' ? <LetterFields form={form} /> : null}
    </>
  );
}
