-- Files: those that are there, those that arrive in chunks, what stands in them, and their way into the catalogue.

-- One upload: the same content under the same name is one row.
create table files (
	key text primary key not null,
	sha256 text not null,
	name text not null,
	ext text not null,
	size integer not null,
	uploaded_at text not null
) strict;

create index files_sha256 on files (sha256);
create index files_uploaded_at on files (uploaded_at);

-- A file that arrives in chunks: what was announced, and which of its chunks are in the store of contents.
create table uploads (
	id text primary key not null,
	actor text not null,
	name text not null,
	size integer not null,
	-- As the sender announced it, where they did.
	sha256 text,
	-- Bytes of each chunk but the last.
	chunk integer not null,
	-- When it was begun, or gone on with.
	begun_at text not null,
	-- The key of the file that it became.
	file text
) strict;

create index uploads_actor on uploads (actor);
create index uploads_begun_at on uploads (begun_at);

create table upload_chunks (
	upload text not null,
	n integer not null,
	sha256 text not null,
	constraint upload_chunks_key primary key (upload, n),
	constraint upload_chunks_upload foreign key (upload) references uploads (id) on delete cascade
) strict, without rowid;

create index upload_chunks_sha256 on upload_chunks (sha256);

-- What stands in a file: once for each content, whatever names it has.
create table insides (
	sha256 text primary key not null,
	ext text not null,
	state text not null check (state in ('waiting', 'read', 'unreadable')),
	-- How often its reading was begun, and since when it waits.
	tries integer not null default 0,
	asked_at text not null,
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
	picture text
) strict, without rowid;

create index insides_waiting on insides (tries, asked_at) where state = 'waiting';
create index insides_picture on insides (picture) where picture is not null;

create table inside_pages (
	id integer primary key not null,
	sha256 text not null,
	page integer not null,
	text text not null,
	constraint inside_pages_page unique (sha256, page),
	constraint inside_pages_inside foreign key (sha256) references insides (sha256) on delete cascade
) strict;

create virtual table inside_pages_search using fts5
	(text, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 0');

create trigger inside_pages_search_insert after insert on inside_pages begin
	insert into inside_pages_search (rowid, text) values (new.id, new.text);
end;

create trigger inside_pages_search_delete after delete on inside_pages begin
	delete from inside_pages_search where rowid = old.id;
end;

-- Files on their way into the catalogue: what a person corrected of each, and which operation made what of it.
create table intakes (
	id text primary key not null,
	at text not null,
	changed_at text not null,
	actor text not null,
	actor_name text not null,
	course_id text,
	operation text
) strict;

create index intakes_changed on intakes (changed_at);

create table intake_rows (
	id text primary key not null,
	intake text not null,
	n integer not null,
	path text not null,
	url text not null,
	-- As JSON, the cells that a person set.
	given text not null,
	skipped integer not null check (skipped in (0, 1)),
	-- The row of the operation that was to make something of it.
	operation text,
	operation_n integer,
	constraint intake_rows_n unique (intake, n),
	constraint intake_rows_intake foreign key (intake) references intakes (id) on delete cascade
) strict;

create index intake_rows_url on intake_rows (url);
