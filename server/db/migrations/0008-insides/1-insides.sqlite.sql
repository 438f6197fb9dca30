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

-- What was there before is read in the background, what came last first.
insert into insides (sha256, ext, state, asked_at)
	select sha256, min(ext), 'waiting', max(uploaded_at) from files where ext in ('pdf', 'docx', 'pptx') group by sha256;

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
