-- Files: those that are there, those that arrive in chunks, what stands in them, and their way into the catalogue.

-- One upload: the same content under the same name is one row.
create table files (
	key text collate "C" primary key not null,
	sha256 text collate "C" not null,
	name text not null,
	ext text not null,
	size integer not null,
	uploaded_at timestamptz not null
);

create index files_sha256 on files (sha256);
create index files_uploaded_at on files (uploaded_at);

-- A file that arrives in chunks: what was announced, and which of its chunks are in the store of contents.
create table uploads (
	id text collate "C" primary key not null,
	actor text collate "C" not null,
	name text not null,
	size integer not null,
	-- As the sender announced it, where they did.
	sha256 text collate "C",
	-- Bytes of each chunk but the last.
	chunk integer not null,
	-- When it was begun, or gone on with.
	begun_at timestamptz not null,
	-- The key of the file that it became.
	file text collate "C"
);

create index uploads_actor on uploads (actor);
create index uploads_begun_at on uploads (begun_at);

create table upload_chunks (
	upload text collate "C" not null,
	n integer not null,
	sha256 text collate "C" not null,
	constraint upload_chunks_key primary key (upload, n),
	constraint upload_chunks_upload foreign key (upload) references uploads (id) on delete cascade
);

create index upload_chunks_sha256 on upload_chunks (sha256);

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

-- Pages with all words, first those where they stand as asked: the index is asked once for both. It knows of pages
-- and not of places on them: for those each page has to be looked into, at most 1,000. And with so few rows asked
-- for, the planner would rather look into one page after the other until it has them: all there are, where a word
-- is rare.
create function inside_pages_with(everywhere text, asked text, most integer)
	returns table (id bigint, sha256 text, page integer, beside boolean)
	language sql stable set enable_seqscan = off
	as $$
		with candidates as materialized (
			select id, sha256, page, words from inside_pages
			where words @@ to_tsquery('simple', everywhere) limit 1000
		), found as materialized (
			select id, sha256, page from candidates where words @@ to_tsquery('simple', asked) limit most
		)
		select id, sha256, page, true from found
		union all
		(select id, sha256, page, false from candidates
			where id not in (select id from found) limit most - (select count(*) from found))
	$$;

-- Files on their way into the catalogue: what a person corrected of each, and which operation made what of it.
create table intakes (
	id text collate "C" primary key not null,
	at timestamptz not null,
	changed_at timestamptz not null,
	actor text collate "C" not null,
	actor_name text not null,
	course_id text collate "C",
	operation text collate "C"
);

create index intakes_changed on intakes (changed_at);

create table intake_rows (
	id text collate "C" primary key not null,
	intake text collate "C" not null,
	n integer not null,
	path text not null,
	url text collate "C" not null,
	-- As JSON, the cells that a person set.
	given text not null,
	skipped boolean not null,
	-- The row of the operation that was to make something of it.
	operation text collate "C",
	operation_n integer,
	constraint intake_rows_n unique (intake, n),
	constraint intake_rows_intake foreign key (intake) references intakes (id) on delete cascade
);

create index intake_rows_url on intake_rows (url);
