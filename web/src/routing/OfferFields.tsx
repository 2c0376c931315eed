import { Switch } from '@mantine/core';
import { FieldGroup } from '../settings/FieldGroup';
import pairs from '../ui/settingsList.module.css';
import { AmountField, type PartProps } from './AmountField';
import { SECONDS_MAX } from './model';
import classes from './routing.module.css';
import { useTexts } from './texts';

/** Offer and wrap-up: whether an agent accepts or declines first, and how long one is left alone after a ticket. Live chats have no wrap-up. */
export function OfferFields({ draft, faults, onChange }: PartProps) {
  const { t } = useTexts();
  return (
    <FieldGroup title={t('offer')}>
      <Switch label={t('offer_ask')} description={t('offer_ask_hint', { context: draft.work })} checked={draft.asks} onChange={(event) => onChange({ asks: event.currentTarget.checked })} />
      <div className={`${pairs['pair'] ?? ''} ${classes['wide'] ?? ''}`}>
        {draft.asks ? (
          <AmountField
            label={t('offer_seconds')}
            hint={t('offer_seconds_hint')}
            unit={t('unit.seconds')}
            max={SECONDS_MAX}
            none=""
            value={draft.offer_seconds}
            fault={faults['offer_seconds']}
            onChange={(offer_seconds) => onChange({ offer_seconds })}
          />
        ) : null}
        {draft.work === 'live_chats' ? null : (
          <AmountField
            label={t('wrap_up_seconds')}
            hint={t('wrap_up_seconds_hint')}
            unit={t('unit.seconds')}
            max={SECONDS_MAX}
            none={t('off')}
            value={draft.wrap_up_seconds}
            fault={faults['wrap_up_seconds']}
            onChange={(wrap_up_seconds) => onChange({ wrap_up_seconds })}
          />
        )}
      </div>
    </FieldGroup>
  );
}
