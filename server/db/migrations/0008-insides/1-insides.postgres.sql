-- What stands in a file: once for each content, whatever names it has.

create table insides (
	sha256 text collate "C" primary key not null,
	ext text not null,
	state text not null check (state in ('waiting', 'read', 'unreadable')),
	-- How often its reading was begun, and since when it waits.
	tries integer not null default 0,
	asked_at timestamptz not null,
	-- Why it cannot be read, in a sentence.
	problem text,
	pages integer,
	text text,
	title text,
	codes text,
	year integer,
	series text,
	kind text,
	stated_pages integer,
	stated_questions integer,
	-- Fingerprints: of its words, and of how its first pages look where they are scanned.
	words text,
	looks text,
	-- The content that is a picture of its first page.
	picture text collate "C"
);

create index insides_waiting on insides (tries, asked_at) where state = 'waiting';
create index insides_picture on insides (picture) where picture is not null;

-- What was there before is read in the background, what came last first.
insert into insides (sha256, ext, state, asked_at)
	select sha256, min(ext), 'waiting', max(uploaded_at) from files where ext in ('pdf', 'docx', 'pptx') group by sha256;

create table inside_pages (
	id bigint primary key generated always as identity,
	sha256 text collate "C" not null,
	page integer not null,
	text text not null,
	-- As SQLite's search parts them: at whatever is neither a letter nor a digit.
	words tsvector not null generated always as
		(to_tsvector('simple', regexp_replace(lower(text), '[^[:alnum:]]+', ' ', 'g'))) stored,
	constraint inside_pages_page unique (sha256, page),
	constraint inside_pages_inside foreign key (sha256) references insides (sha256) on delete cascade
);

create index inside_pages_search on inside_pages using gin (words);
