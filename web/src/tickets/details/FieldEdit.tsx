import { Checkbox, MultiSelect, Select, Textarea, TextInput } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { nameOf, useAgents } from '../../api/agents';
import { api } from '../../api/client';
import type { CustomField } from '../../api/fields';
import { asProblem } from '../../api/problem';
import { isComposing, isEnter } from '../../ui/enter';
import { problemText } from '../../ui/ErrorPlace';
import { useTexts } from '../texts';
import { offered, typedOf, wordsOf, type Held, type Value } from './fieldValue';
import own from './Fields.module.css';

interface Props {
  ticket: number;
  field: CustomField;
  held: Held;
  onSaved: (held: Held) => void;
}

interface Typing {
  text: string;
  /** What stood there when the typing began. */
  over: Value;
}

/** One field of a ticket. What is picked is saved at once, what is typed when the field is left; a refusal stays beside it. */
export function FieldEdit({ ticket, field, held, onSaved }: Props) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const names = useAgents((state) => state.names);
  const [typing, setTyping] = useState<Typing | null>(null);
  /** What is on its way, or was refused and can be sent again. */
  const [sent, setSent] = useState<Value | undefined>(undefined);
  const [fault, setFault] = useState<string | null>(null);

  async function save(value: Value): Promise<void> {
    setSent(value);
    setFault(null);
    try {
      const { data } = await api.put('/api/tickets/{id}/fields/{field}', { path: { id: ticket, field: field.id }, json: { value } });
      onSaved(data);
      // What was typed since stays.
      setTyping((now) => (now === null || now.text === value ? null : { ...now, over: data.value }));
    } catch (thrown) {
      const problem = asProblem(thrown);
      setFault(problem.fields['value'] ?? problemText(problem, common));
    }
    setSent(undefined);
  }

  function leave(): void {
    if (typing === null || sent !== undefined) return;
    if (typing.text.trim() === typedOf(held.value)) {
      setTyping(null);
      setFault(null);
    } else void save(typing.text);
  }

  function press(event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>): void {
    const ends = field.kind !== 'long_text' || event.ctrlKey || event.metaKey;
    if (isComposing(event)) return;
    if (isEnter(event) && ends) {
      event.preventDefault();
      leave();
    } else if (event.key === 'Escape' && typing !== null) {
      event.stopPropagation();
      setTyping(null);
      setFault(null);
    }
  }

  const overtaken = typing !== null && JSON.stringify(typing.over) !== JSON.stringify(held.value);
  const note = overtaken ? (
    <span className={own['overtaken']} role="status">
      {t('fields.overtaken', { by: held.by === '' ? t('fields.somebody') : nameOf(held.by, names), value: wordsOf(field, held.value, t('fields.yes')) || t('history.nothing') })}
    </span>
  ) : null;
  const about = {
    size: 'xs' as const,
    label: field.label,
    description: field.help === '' ? undefined : field.help,
    error: fault,
    withAsterisk: field.required,
    disabled: sent !== undefined && typing === null,
  };
  const line = {
    value: typing?.text ?? typedOf(held.value),
    placeholder: t('fields.empty'),
    onBlur: leave,
    onKeyDown: press,
  };
  const type = (text: string) => setTyping((now) => ({ text, over: now?.over ?? held.value }));
  switch (field.kind) {
    case 'long_text':
      return (
        <div>
          <Textarea {...about} {...line} autosize minRows={2} maxRows={8} maxLength={4000} onChange={(event) => type(event.currentTarget.value)} />
          {note}
        </div>
      );
    case 'text':
    case 'number':
    case 'date':
      return (
        <div>
          <TextInput
            {...about}
            {...line}
            type={field.kind === 'date' ? 'date' : 'text'}
            {...(field.kind === 'number' ? { inputMode: 'decimal' as const } : {})}
            maxLength={500}
            onChange={(event) => type(event.currentTarget.value)}
          />
          {note}
        </div>
      );
    case 'checkbox':
      return (
        <Checkbox
          {...about}
          label={field.required ? <span className={own['needed']}>{field.label}</span> : field.label}
          checked={(sent ?? held.value) === true}
          onChange={(event) => void save(event.currentTarget.checked)}
        />
      );
    case 'choice':
      return (
        <Select
          {...about}
          data={offered(field, held.value)}
          placeholder={t('fields.empty')}
          clearable
          clearButtonProps={{ 'aria-label': t('fields.clear', { field: field.label }) }}
          value={typedOf(held.value) || null}
          onChange={(id) => void save(id === null ? null : Number(id))}
        />
      );
    case 'multi_choice': {
      const chosen = (sent ?? held.value) as readonly number[] | null;
      return (
        <MultiSelect
          {...about}
          data={offered(field, held.value)}
          {...(chosen === null ? { placeholder: t('fields.empty') } : {})}
          hidePickedOptions
          value={(chosen ?? []).map(String)}
          onChange={(ids) => void save(ids.length === 0 ? null : ids.map(Number))}
        />
      );
    }
  }
}
