import { MultiSelect, NumberInput, PasswordInput, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import { IconKey, IconLink } from '@tabler/icons-react';
import { CopyField } from '../parts/CopyField';
import { useTexts } from '../texts';
import type { Field, Value } from './schema';
import classes from './form.module.css';
import { SignIn } from './SignIn';
import type { Said } from './useForm';

/** What a form knows of the account it is for; absent while there is none yet. */
export interface Connected {
  id: number;
  webhookUrl: string;
  /** Whether a sign-in of the manifest has been done. */
  isSignedIn: (oauth: string) => boolean;
  onSignedIn: () => void;
}

interface Props {
  field: Field;
  value: Value;
  /** The server holds this secret already. */
  held: boolean;
  problem: Said | null;
  disabled: boolean;
  connected: Connected | null;
  onChange: (value: Value) => void;
  onLeave: () => void;
}

/** One setting in the shape its schema asks for. */
export function SettingField({ field, value, held, problem, disabled, connected, onChange, onLeave }: Props) {
  const { t } = useTexts();
  if (field.generated) return <Generated field={field} held={held} />;
  if (field.kind === 'oauth') return <SignIn field={field} connected={connected} />;
  if (field.kind === 'webhook') return <Webhook field={field} connected={connected} />;

  const error = problem === null ? null : 'server' in problem ? problem.server : t(problem.key, { ...problem.values });
  const shared = {
    id: fieldId(field.name),
    label: field.title,
    description: field.description === '' ? undefined : field.description,
    error,
    disabled,
    onBlur: onLeave,
    withAsterisk: field.required && !(field.kind === 'secret' && held),
    inputWrapperOrder: ['label', 'description', 'input', 'error'] as ('label' | 'description' | 'input' | 'error')[],
  };
  const text = typeof value === 'boolean' || typeof value === 'object' ? '' : String(value);
  switch (field.kind) {
    case 'switch':
      return (
        <Switch
          id={shared.id}
          label={field.title}
          description={shared.description}
          error={error}
          disabled={disabled}
          checked={value === true}
          onBlur={onLeave}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'select':
      return (
        <Select
          {...shared}
          data={[...field.options]}
          value={text === '' ? null : text}
          allowDeselect={!field.required}
          onChange={(next) => onChange(next ?? '')}
        />
      );
    case 'number':
      return (
        <NumberInput
          {...shared}
          value={typeof value === 'number' ? value : text}
          allowDecimal={!field.whole}
          clampBehavior="none"
          hideControls
          classNames={{ wrapper: classes['number'] ?? '' }}
          onChange={onChange}
        />
      );
    case 'list': {
      const list = typeof value === 'object' ? [...value] : [];
      return field.options.length > 0 ? (
        <MultiSelect {...shared} data={[...field.options]} value={list} clearable onChange={onChange} />
      ) : (
        <TagsInput {...shared} placeholder={list.length === 0 ? field.placeholder : ''} value={list} onChange={onChange} acceptValueOnBlur />
      );
    }
    case 'secret':
      return (
        <PasswordInput
          {...shared}
          value={text}
          placeholder={held ? t('form.secret_set') : field.placeholder}
          autoComplete="new-password"
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'long':
      return (
        <Textarea
          {...shared}
          value={text}
          placeholder={field.placeholder}
          autosize
          minRows={2}
          maxRows={8}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'text':
      return (
        <TextInput
          {...shared}
          value={text}
          placeholder={field.placeholder}
          inputMode={field.format === 'email' ? 'email' : field.format === 'uri' ? 'url' : 'text'}
          autoComplete="off"
          spellCheck={false}
          leftSection={field.pattern?.startsWith('^#') ? <Swatch colour={text} /> : undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}

export function fieldId(name: string): string {
  return `setting-${name.replace(/\W/g, '-')}`;
}

/** The provider wants to be told this address by hand. */
function Webhook({ field, connected }: { field: Field; connected: Connected | null }) {
  const { t } = useTexts();
  if (connected !== null && connected.webhookUrl !== '') {
    return <CopyField label={field.title} hint={field.description} value={connected.webhookUrl} />;
  }
  return (
    <div className={classes['generated']}>
      <IconLink size={16} stroke={1.5} aria-hidden />
      <div>
        <p className={classes['generatedTitle']}>{field.title}</p>
        <p className={classes['dim']}>{t('form.webhook_later')}</p>
      </div>
    </div>
  );
}

/** A value nobody types: it says where it comes from instead of leaving a gap. */
function Generated({ field, held }: { field: Field; held: boolean }) {
  const { t } = useTexts();
  return (
    <div className={classes['generated']}>
      <IconKey size={16} stroke={1.5} aria-hidden />
      <div>
        <p className={classes['generatedTitle']}>{field.title}</p>
        <p className={classes['dim']}>{t(held ? 'form.generated_set' : 'form.generated')}</p>
      </div>
    </div>
  );
}

function Swatch({ colour }: { colour: string }) {
  const known = /^#[0-9a-f]{6}$/i.test(colour);
  return <span className={classes['swatch']} style={known ? { background: colour } : {}} aria-hidden />;
}
