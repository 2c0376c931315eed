import { SettingsWait } from '../../settings/SettingsSection';
import { sectionWords } from '../../settings/words';
import { useAgents, useRoutingSettings, useSkills } from '../queries';
import { useTexts } from '../texts';
import { DefaultCapacities } from './DefaultCapacities';
import { PeopleList } from './PeopleList';
import classes from './people.module.css';

/** Skills and people: who has which skill at which level, and how much each agent holds. */
export function PeopleBlock() {
  const { t } = useTexts();
  const agents = useAgents();
  const skills = useSkills();
  const settings = useRoutingSettings();
  // One error for all three: none of them is of use without the others.
  const [failed] = [agents, skills, settings].filter(({ problem }) => problem !== null);
  const all = {
    allowed: agents.allowed,
    data: agents.data === undefined || skills.data === undefined || settings.data === undefined ? undefined : { agents: agents.data, skills: skills.data, settings: settings.data },
    problem: failed?.problem ?? null,
    reload: () => Promise.all([agents, skills, settings].map(({ reload }) => reload())),
  };
  return (
    <section className={classes['people']} aria-label={t('people.title')}>
      <h3 className={classes['title']}>{t('people.title')}</h3>
      <p className={classes['about']}>{t('people.about')}</p>
      <SettingsWait words={sectionWords(t, 'people.')} list={all}>
        {(data) => (
          <>
            <DefaultCapacities settings={data.settings} reload={settings.reload} />
            <PeopleList {...data} reloadSkills={skills.reload} />
          </>
        )}
      </SettingsWait>
    </section>
  );
}
