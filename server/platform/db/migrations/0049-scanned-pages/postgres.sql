-- Facts that were read by OCR: their lowest confidence, and whether a code was corrected.
alter table insides add column confidence integer;
alter table insides add column repaired boolean not null default false;

-- Pages of PDFs with little text, which are read by OCR. `lines` is JSON: the boxes and texts of the lines.
create table scanned_pages (
	sha256 text collate "C" not null,
	page integer not null,
	state text not null default 'waiting' check (state in ('waiting', 'read', 'failed')),
	tries integer not null default 0,
	read_at timestamptz,
	turn integer,
	lines text,
	constraint scanned_pages_key primary key (sha256, page),
	constraint scanned_pages_inside foreign key (sha256) references insides (sha256) on delete cascade
);

create index scanned_pages_state on scanned_pages (state, sha256) where state <> 'read';
create index scanned_pages_read_at on scanned_pages (read_at) where state = 'read';

-- The pages of stored scans, which are read too: the first 60, unless they have a text.
insert into scanned_pages (sha256, page)
	with recursive numbers (page) as (select 1 union all select page + 1 from numbers where page < 60)
	select insides.sha256, numbers.page from insides join numbers on numbers.page <= insides.pages
	where insides.state = 'read' and insides.ext = 'pdf' and not exists (
		select 1 from inside_pages as own
		where own.sha256 = insides.sha256 and own.page = numbers.page and length(own.text) >= 50
	);
