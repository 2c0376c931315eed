import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAgents } from '../api/agents';
import { api } from '../api/client';
import { useTicketChoices, type Choice } from '../ui/useTicketChoices';
import { STATUS_CODES, type Kind } from './model';
import { useTexts } from './texts';

export type { Choice } from '../ui/useTicketChoices';

export type Choices = Readonly<Record<Kind, readonly Choice[]>>;

/** What can be chosen for each kind of value; `forTest` also has what a ticket may be and no action makes. */
export function useChoices(forTest: boolean, withMe = false): Choices {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const agents = useAgents((state) => state.agents);
  const { channel, label, department, severity } = useTicketChoices();
  const replies = useQuery({
    queryKey: ['canned-replies'],
    queryFn: ({ signal }) => api.get('/api/replies', { signal }),
    enabled: !forTest,
  });
  const statuses = forTest ? [...STATUS_CODES, 5] : STATUS_CODES;
  return {
    text: [],
    long: [],
    minutes: [],
    none: [],
    // Each custom field has its own.
    custom: [],
    channel,
    label,
    department: [{ value: '', label: t('value.no_department') }, ...department],
    person: [
      { value: '', label: t('value.nobody') },
      ...(withMe ? [{ value: 'me', label: t('value.me') }] : []),
      ...agents.map(({ id, name, username, answers }) => {
        const label = name === '' ? username : name;
        // A ticket may belong to one from before, and is given to none.
        return answers || forTest ? { value: String(id), label } : { value: String(id), label: t('value.answers_nobody', { name: label }), disabled: true };
      }),
    ],
    status: statuses.map((code) => ({ value: String(code), label: common(`status.${code}`) })),
    severity: [...severity, { value: '', label: t('value.no_severity') }],
    reply: (replies.data?.replies ?? []).filter(({ shared }) => shared).map(({ id, title }) => ({ value: String(id), label: title })),
  };
}

/** How a value reads: the name of what was chosen, or what was typed. */
export function shown(choices: Choices, kind: Kind, value: string): string {
  return choices[kind].find((choice) => choice.value === value)?.label ?? value;
}
