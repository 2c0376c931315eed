import type { ReactNode } from 'react';
import { FormFoot } from '../ui/SettingsList';
import classes from '../ui/settingsList.module.css';
import type { SettingsFormState } from './useSettingsForm';

interface Props {
  form: Pick<SettingsFormState<object>, 'form' | 'busy' | 'dirty' | 'failure' | 'leave' | 'submit'>;
  title?: string;
  words: { save: string; cancel: string };
  /** Where it goes when somebody leaves it unsaved; null where there is nothing to leave. */
  onLeave: (() => void) | null;
  /** By default while it is as it was. */
  disabled?: boolean;
  /** What stands in the place of the two ways out. */
  foot?: ReactNode;
  /** Not where its parts have room of their own between them. */
  spaced?: boolean;
  children: ReactNode;
}

/** A form of the settings: what it is about, its fields, what went wrong, and the two ways out. */
export function SettingsForm({ form, title, words, onLeave, disabled, foot, spaced = true, children }: Props) {
  const { form: element, busy, dirty, failure, leave, submit } = form;
  return (
    <form
      ref={element}
      noValidate
      className={spaced ? classes['form'] : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {title === undefined ? null : <h3 className={classes['formTitle']}>{title}</h3>}
      {children}
      {foot === undefined ? (
        <FormFoot
          texts={words}
          busy={busy}
          failure={failure}
          disabled={disabled ?? !dirty}
          onCancel={onLeave === null ? null : () => leave(onLeave)}
        />
      ) : (
        foot
      )}
    </form>
  );
}
