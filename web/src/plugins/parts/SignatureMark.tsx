import { IconShieldCheck, IconShieldOff, IconShieldQuestion } from '@tabler/icons-react';
import type { Signature } from '../model';
import classes from '../plugins.module.css';
import { useTexts } from '../texts';

interface Props {
  signature: Signature;
  /** What came with the program needs no signature of its own. */
  origin?: string;
}

const ICONS = { trusted: IconShieldCheck, untrusted: IconShieldQuestion, unsigned: IconShieldOff };

/** Who vouches for a package, in one line. */
export function SignatureMark({ signature, origin = '' }: Props) {
  const { t } = useTexts();
  const own = origin === 'built in';
  const state = own ? 'trusted' : signature.state;
  const SignatureIcon = ICONS[state];
  const words = own ? t('signature.built_in') : t(`signature.${state}`, { name: signature.key_name ?? '' }).trim();
  return (
    <span className={classes['signature']} data-state={state}>
      <SignatureIcon size={14} stroke={1.5} aria-hidden />
      {words}
    </span>
  );
}
