import { useTexts } from '../texts';
import { besides, type ReplayResult } from './model';
import classes from './replay.module.css';
import { useReplayWords } from './useReplayWords';

/** Agents: what each was given and held, and how long they were there. Added ones are one row together. */
export function AgentsTable({ result }: { result: ReplayResult }) {
  const { t } = useTexts();
  const words = useReplayWords();
  const agents = besides(result, ({ agents }) => agents, ({ user_id }) => user_id);
  if (agents.length === 0) return null;
  const outcomes = (['happened', 'modelled', 'changed'] as const).filter((outcome) => result[outcome] !== null);
  const caption = t('replay.table.agents');
  const nameOf = (key: number | null, name: string | undefined) => (key === null ? t('replay.table.added') : name || t('agent_gone'));
  return (
    <section className={classes['figures']}>
      <h4 className={classes['subheading']}>{caption}</h4>
      <div className={classes['scroll']} role="region" aria-label={caption} tabIndex={0}>
        <table className={classes['table']}>
          <caption className="pb-unseen">{caption}</caption>
          <thead>
            <tr>
              <th scope="col" rowSpan={2}>
                {t('replay.table.agent')}
              </th>
              {(['given', 'load'] as const).map((group) => (
                <th key={group} scope="colgroup" colSpan={outcomes.length} data-group>
                  {t(`replay.table.${group}`)}
                </th>
              ))}
              <th scope="col" rowSpan={2} data-numeric>
                {t('replay.table.there')}
              </th>
            </tr>
            <tr>
              {(['given', 'load'] as const).flatMap((group) =>
                outcomes.map((outcome) => (
                  <th key={`${group} ${outcome}`} scope="col" data-numeric>
                    {t(`replay.outcome.${outcome}`)}
                  </th>
                )),
              )}
            </tr>
          </thead>
          <tbody>
            {agents.map(({ key, ...of }) => (
              <tr key={key ?? 'added'}>
                <th scope="row">{nameOf(key, (of.happened ?? of.modelled ?? of.changed)?.name)}</th>
                {outcomes.map((outcome) => (
                  <td key={`given ${outcome}`} data-numeric>
                    {words.number(of[outcome]?.given ?? null)}
                  </td>
                ))}
                {outcomes.map((outcome) => (
                  <td key={`load ${outcome}`} data-numeric>
                    {words.number(of[outcome]?.mean_load ?? null)}
                  </td>
                ))}
                <td data-numeric>{words.duration((of.changed ?? of.modelled ?? of.happened)?.there_ms ?? null)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
