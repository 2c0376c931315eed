/** @jsxImportSource preact */
import { t } from '../texts';
import { Avatar, Button } from './parts';
import { Heading, placeStyles } from './Place';

export interface IntroProps {
  readonly name: string;
  readonly photo: string | null;
  readonly onContinue: () => void;
}

export function Intro({ name, photo, onContinue }: IntroProps) {
  return (
    <>
      <Heading quiet>{t.title}</Heading>
      <div class={placeStyles['person']}>
        <Avatar name={name} photo={photo} size={64} />
        <div>
          <p>{t.connectingTo}</p>
          <strong>{name}</strong>
        </div>
      </div>
      <Button kind="primary" wide onClick={onContinue}>
        {t.continue}
      </Button>
    </>
  );
}
