import { IconCheck } from '@tabler/icons-react';
import { useStanding } from '../../session/store';
import { useTexts } from '../texts';
import classes from './PlanCards.module.css';
import { PLANS, type Plan } from './plans';

function Lines({ plan }: { plan: Plan }) {
  const { t } = useTexts();
  const lines = [
    plan.alerts === null ? t('plans.alerts_unlimited') : t('plans.alerts', { count: plan.alerts }),
    plan.emailAccounts === null ? t('plans.mail_as_used') : t('plans.mail', { count: plan.emailAccounts }),
    plan.chats === null ? t('plans.chats_as_used') : t('plans.chats', { count: plan.chats }),
    plan.storage === null ? t('plans.storage_as_used') : t('plans.storage', { count: plan.storage }),
  ];
  return (
    <ul className={classes['lines']}>
      {lines.map((line) => (
        <li key={line}>
          <IconCheck size={15} stroke={1.75} aria-hidden />
          {line}
        </li>
      ))}
    </ul>
  );
}

/** The four plans beside one another, the account's own marked. */
export function PlanCards() {
  const { t } = useTexts();
  const { plan: own } = useStanding();
  return (
    <ul className={classes['cards']}>
      {PLANS.map((plan) => (
        <li key={plan.number} className={classes['card']} aria-current={plan.number === own || undefined}>
          <div className={classes['head']}>
            <h3 className={classes['name']}>{t(plan.name)}</h3>
            {plan.number === own ? <span className={classes['own']}>{t('plans.yours')}</span> : null}
          </div>
          <p className={classes['terms']}>{t(plan.number === 4 ? 'plans.contact' : 'plans.per_user')}</p>
          <Lines plan={plan} />
        </li>
      ))}
    </ul>
  );
}
