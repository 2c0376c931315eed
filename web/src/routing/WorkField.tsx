import { Input, Radio } from '@mantine/core';
import type { PartProps } from './AmountField';
import { WORKS, withWork } from './model';
import classes from './routing.module.css';
import { useTexts } from './texts';

/** What the queue takes in: chosen once, as the queue is made, since what waits in it later would not belong there. */
export function WorkField({ draft, faults, isNew, onChange }: PartProps & { isNew: boolean }) {
  const { t } = useTexts();
  if (!isNew) {
    return (
      <Input.Wrapper label={t('takes_in')} labelElement="div" description={t('takes_in_fixed')} error={faults['work']}>
        <p className={classes['fixed']}>{t(`work.${draft.work}`)}</p>
      </Input.Wrapper>
    );
  }
  return (
    <Radio.Group
      label={t('takes_in')}
      value={draft.work}
      error={faults['work']}
      onChange={(value) => {
        const work = WORKS.find((one) => one === value);
        if (work !== undefined) onChange(withWork(draft, work));
      }}
    >
      <div className={classes['choices']}>
        {WORKS.map((work) => (
          <Radio key={work} value={work} label={t(`work.${work}`)} description={t(`work_hint.${work}`)} />
        ))}
      </div>
    </Radio.Group>
  );
}
