import { CopyInput } from '../settings/CopyInput';
import { FieldGroup } from '../settings/FieldGroup';
import { copyWords } from '../settings/words';
import { scriptTag, type LivechatWidget } from './model';
import { useTexts } from './texts';

/** Installation: the script tag that a site puts into its pages. */
export function InstallBlock({ widget }: { widget: LivechatWidget }) {
  const { t } = useTexts();
  return (
    <FieldGroup title={t('install')} hint={t(widget.enabled ? 'install_hint' : 'install_off')}>
      <CopyInput label={{ seen: t('tag') }} value={scriptTag(widget.script_url)} words={copyWords(t)} />
    </FieldGroup>
  );
}
