import { useState } from 'react';
import { ChoiceOf, ShortcutsSection } from '../../actions/ShortcutsSection';
import { useTexts } from '../../actions/texts';
import { AFTER, afterResolving, setAfterResolving } from '../../tickets/actions/after';

/** What the keys do, and where one goes from a resolved ticket. */
export function Shortcuts() {
  const { t } = useTexts();
  const [after, setAfter] = useState(afterResolving);
  return (
    <ShortcutsSection>
      <ChoiceOf
        label={t('after.title')}
        hint={t('after.hint')}
        values={AFTER.map((value) => ({ value, label: t(`after.${value}`) }))}
        value={after}
        onChange={(next) => {
          setAfterResolving(next);
          setAfter(next);
        }}
      />
    </ShortcutsSection>
  );
}
