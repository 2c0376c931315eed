import { PlansFrame } from '../plans/PlansFrame';
import { Subscription } from '../plans/Subscription';
import { useTexts } from '../texts';

/** What the account has and until when, and how it is paid for. */
export function Screen() {
  const { t } = useTexts();
  return (
    <PlansFrame title={t('plans.payment')} text={t('plans.payment_how')}>
      <div>
        <Subscription explained={false} />
      </div>
    </PlansFrame>
  );
}
