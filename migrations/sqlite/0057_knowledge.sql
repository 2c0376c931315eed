-- The knowledge base: articles in several languages, by category.
create table knowledge_categories (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    -- By language, as JSON.
    names text not null,
    position bigint not null,
    updated_at bigint not null
);
create index knowledge_categories_in_order on knowledge_categories (client_id, position, id);

create table knowledge_articles (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    category_id bigint references knowledge_categories (id) on delete set null,
    -- The language it was begun in, which its translations follow.
    source_language text not null,
    owner_id bigint not null references users (id),
    -- The review date.
    verified_until bigint,
    -- Answers to "Was this helpful?".
    helpful bigint not null default 0,
    unhelpful bigint not null default 0,
    created_at bigint not null,
    updated_at bigint not null
);
create index knowledge_articles_by_change on knowledge_articles (client_id, updated_at, id);
create index knowledge_articles_of_category on knowledge_articles (category_id);

create table knowledge_translations (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    article_id bigint not null references knowledge_articles (id) on delete cascade,
    language text not null,
    -- 'draft', 'published' or 'archived'.
    state text not null,
    -- The newest text. Body is Markdown.
    title text not null,
    body text not null,
    revision bigint not null,
    -- The text that is public; none while nothing is.
    published_title text,
    published_body text,
    published_revision bigint,
    published_at bigint,
    -- Which revision of the source it follows; none for the source itself.
    source_revision bigint,
    updated_by bigint not null references users (id),
    updated_at bigint not null,
    unique (article_id, language)
);
create index knowledge_translations_public on knowledge_translations (client_id, language, published_revision);

create table knowledge_revisions (
    client_id bigint not null references clients (id),
    translation_id bigint not null references knowledge_translations (id) on delete cascade,
    -- From 1.
    revision bigint not null,
    title text not null,
    body text not null,
    created_by bigint not null references users (id),
    created_at bigint not null,
    primary key (translation_id, revision)
);

-- Searches that found nothing.
create table knowledge_gaps (
    client_id bigint not null references clients (id),
    language text not null,
    words text not null,
    searches bigint not null,
    last_at bigint not null,
    primary key (client_id, language, words)
);
create index knowledge_gaps_by_time on knowledge_gaps (client_id, last_at);

-- What readers wrote beside their answer.
create table knowledge_comments (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    article_id bigint not null references knowledge_articles (id) on delete cascade,
    language text not null,
    helpful boolean not null,
    comment text not null,
    created_at bigint not null
);
create index knowledge_comments_of_article on knowledge_comments (article_id, id);
