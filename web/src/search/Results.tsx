import type { ReactNode } from 'react';
import { LabelDot } from '../ui/LabelDot';
import { Marked } from './Marked';
import { bare, keyed, marksIn, type Asked, type Found, type Section } from './model';
import { MessageRow, NameRow, Portrait, PostRow, type PathOf } from './rows';
import classes from './search.module.css';
import { useTexts } from './texts';

interface Props {
  found: Found;
  asked: Asked;
  pathOf: PathOf;
  /** A conversation was opened. */
  onOpen: () => void;
  /** A person or label was chosen: search for what belongs to it. */
  onFollow: (text: string) => void;
}

/** How many there are, with a plus where nobody counted on. */
export function countText(section: Pick<Section<unknown>, 'count' | 'more'>): string {
  return section.more ? `${section.count}+` : String(section.count);
}

function Group({ title, count, children }: { title: string; count?: string; children: ReactNode }) {
  return (
    <section className={classes['group']} aria-label={title}>
      <h3 className={classes['heading']}>
        {title}
        {count === undefined ? null : <span className={classes['count']}>{count}</span>}
      </h3>
      {children}
    </section>
  );
}

/** What was found, by section; a section without rows on this page is left out. */
export function Results({ found, asked, pathOf, onOpen, onFollow }: Props) {
  const { t } = useTexts();
  const { labels, contacts, agents, messages, posts } = found;
  const words = asked.words;
  const named = (own: string) => bare(own === '' ? words : own);
  const tickets = posts.rows.filter((post) => !post.livechat);
  const chats = posts.rows.filter((post) => post.livechat);
  // The server counts both together; where only one kind is on the page the number would mislead.
  const whole = posts.count <= posts.rows.length;
  return (
    <>
      {labels.rows.length === 0 ? null : (
        <Group title={t('section.label')} count={countText(labels)}>
          {labels.rows.map((label) => (
            <NameRow
              key={label.id}
              mark={<LabelDot color={label.color} colorDark={label.colorDark} />}
              name={<Marked text={label.name} marks={marksIn(label.name, named(asked.label))} />}
              hint={t('show_tickets')}
              onChoose={() => onFollow(keyed('label', label.name))}
            />
          ))}
        </Group>
      )}
      {contacts.rows.length === 0 ? null : (
        <Group title={t('section.contact')} count={countText(contacts)}>
          {contacts.rows.map((contact) => (
            <NameRow
              key={contact.id}
              mark={<Portrait name={contact.name} />}
              name={<Marked text={contact.name} marks={marksIn(contact.name, named(asked.contact))} />}
              hint={[contact.email, contact.phone].filter((text) => text !== '').join(' · ')}
              onChoose={() => onFollow(keyed('contact', contact.name))}
            />
          ))}
        </Group>
      )}
      {agents.rows.length === 0 ? null : (
        <Group title={t('section.agent')} count={countText(agents)}>
          {agents.rows.map((agent) => (
            <NameRow
              key={agent.id}
              mark={<Portrait name={agent.name} photo={agent.photo} />}
              name={<Marked text={agent.name} marks={marksIn(agent.name, named(asked.from))} />}
              hint={agent.username}
              onChoose={() => onFollow(keyed('from', agent.username))}
            />
          ))}
        </Group>
      )}
      {messages.rows.length === 0 ? null : (
        <Group title={t('section.message')} count={countText(messages)}>
          {messages.rows.map((hit) => (
            <MessageRow key={hit.id} hit={hit} pathOf={pathOf} onOpen={onOpen} />
          ))}
        </Group>
      )}
      {tickets.length === 0 ? null : (
        <Group title={t('section.ticket')} {...(whole ? { count: String(tickets.length) } : chats.length === 0 ? { count: countText(posts) } : {})}>
          {tickets.map((post) => (
            <PostRow key={post.id} post={post} pathOf={pathOf} onOpen={onOpen} />
          ))}
        </Group>
      )}
      {chats.length === 0 ? null : (
        <Group title={t('section.livechat')} {...(whole ? { count: String(chats.length) } : tickets.length === 0 ? { count: countText(posts) } : {})}>
          {chats.map((post) => (
            <PostRow key={post.id} post={post} pathOf={pathOf} onOpen={onOpen} />
          ))}
        </Group>
      )}
    </>
  );
}
