-- Files that arrive in chunks: what was announced, and which of its chunks are in the store of contents.

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
