import { Button } from '@mantine/core';
import { useSession, useStanding } from '../../session/store';
import { dayHeading } from '../../ui/dates';
import { openUpgrade } from '../overlays';
import { useTexts } from '../texts';
import { PLANS, planName } from './plans';
import classes from './plans.module.css';

/** The account's plan, to be read: whoever runs the installation changes it. */
export function Subscription({ explained = true }: { explained?: boolean }) {
  const { t } = useTexts();
  const { plan: number } = useStanding();
  const endsAt = useSession((state) => state.session?.planEndsAt ?? null);
  const plan = PLANS.find((candidate) => candidate.number === number);
  const facts: [string, string][] = [
    [t('plans.plan'), t(planName(number))],
    // It ends with a day, so a moment before the end is still that day.
    [t('plans.last_day'), endsAt === null ? t('plans.no_end') : dayHeading(endsAt - 1)],
  ];
  if (plan !== undefined) {
    facts.push(
      [t('plans.fact_alerts'), plan.alerts === null ? t('plans.unlimited') : String(plan.alerts)],
      [t('plans.fact_mail'), plan.emailAccounts === null ? t('plans.as_used') : String(plan.emailAccounts)],
      [t('plans.fact_chats'), plan.chats === null ? t('plans.as_used') : String(plan.chats)],
      [t('plans.fact_storage'), plan.storage === null ? t('plans.as_used') : t('plans.gigabytes', { count: plan.storage })],
    );
  }
  return (
    <>
      <dl className={classes['facts']}>
        {facts.map(([name, value]) => (
          <Fact key={name} name={name} value={value} />
        ))}
      </dl>
      <Button size="xs" variant="default" onClick={() => openUpgrade()}>
        {t('plans.compare')}
      </Button>
      {explained && <p className={classes['how']}>{t('plans.how')}</p>}
    </>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
