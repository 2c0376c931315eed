import { ActionIcon, Checkbox, NativeSelect } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { AddRow, FieldGroup } from '../settings/FieldGroup';
import group from '../settings/fieldGroup.module.css';
import type { PartProps } from './AmountField';
import { LEVELS, QUEUE_SKILLS_MAX, type SkillRequirement } from './model';
import { useSkills } from './queries';
import classes from './routing.module.css';
import { useTexts } from './texts';

/** Skill requirements of a queue: each with the lowest level, and whether it is required for good. */
export function SkillRows({ draft: { skills, work }, faults, onChange }: PartProps) {
  const { t } = useTexts();
  const { data, problem } = useSkills();
  const known = data ?? [];
  const free = known.find(({ id }) => skills.every((one) => one.skill_id !== id));
  const set = (next: SkillRequirement[]) => onChange({ skills: next });
  const put = (at: number, part: Partial<SkillRequirement>) => set(skills.map((other, place) => (place === at ? { ...other, ...part } : other)));

  /** What the picker of a row has: no skill twice, and a deleted one as long as it stands there. */
  function choices(chosen: number): { value: string; label: string }[] {
    const offered = known.filter(({ id }) => id === chosen || skills.every((one) => one.skill_id !== id)).map(({ id, name }) => ({ value: String(id), label: name }));
    if (known.some(({ id }) => id === chosen)) return offered;
    return [...offered, { value: String(chosen), label: data === undefined ? t('skill_number', { number: chosen }) : t('skill_gone') }];
  }

  return (
    <FieldGroup title={t('skills')} hint={t('skills_hint', { context: work })} fault={faults['skills'] ?? (problem === null ? undefined : t('skill.load_failed'))}>
      {skills.map(({ skill_id, level, required }, at) => {
        const of = t('skill_of', { number: at + 1 });
        return (
          <div key={at} className={classes['skill']} role="group" aria-label={of}>
            <NativeSelect
              size="xs"
              aria-label={t('skill_name', { of })}
              data={choices(skill_id)}
              value={String(skill_id)}
              error={faults[`skills.${at}.skill_id`]}
              onChange={(event) => put(at, { skill_id: Number(event.currentTarget.value) })}
            />
            <NativeSelect
              size="xs"
              aria-label={t('skill_level', { of })}
              data={LEVELS.map((one) => ({ value: String(one), label: t('level_at_least', { level: one }) }))}
              value={String(level)}
              error={faults[`skills.${at}.level`]}
              onChange={(event) => put(at, { level: Number(event.currentTarget.value) })}
            />
            <Checkbox size="xs" label={t('skill_required')} checked={required} onChange={(event) => put(at, { required: event.currentTarget.checked })} />
            <ActionIcon aria-label={t('skill_drop', { of })} onClick={() => set(skills.filter((_, place) => place !== at))}>
              <IconX size={15} stroke={1.5} />
            </ActionIcon>
          </div>
        );
      })}
      {free === undefined || skills.length >= QUEUE_SKILLS_MAX ? null : (
        <AddRow label={t('skill_add')} onClick={() => set([...skills, { skill_id: free.id, level: 1, required: true }])} />
      )}
      {data?.length === 0 ? <p className={group['hint']}>{t('skills_none')}</p> : null}
    </FieldGroup>
  );
}
