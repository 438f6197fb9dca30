-- The schema of version 0.2.0.
-- `collate "C"` is byte order, as in SQLite, so that ids and folded names sort the same on both engines.

-- ## Content
-- Every row has the ids of all its parents, so one condition finds a place.
-- `name_key` is the folded name, for order and equality; `search_text` holds what a search finds an item by.
-- Indexes: `_place` is the order under a parent, `_by_…` serves lists across courses without reading the table,
-- `_of_course` counts the items and published items of each course.
-- A move changes the parents of an item and of its children row by row. Such a transaction checks
-- `deferrable initially immediate` constraints at its end.

create table courses (
	id text collate "C" primary key not null,
	name text not null,
	name_key text collate "C" not null,
	search_text text collate "C" not null default '',
	description text,
	duration integer,
	price integer,
	category_id text not null,
	order_num integer not null check (order_num >= 0),
	version integer not null default 1,
	created_at timestamptz not null,
	updated_at timestamptz not null
);

create index courses_place on courses (order_num, name_key, id);

create table subjects (
	id text collate "C" primary key not null,
	course_id text collate "C" not null,
	name text not null,
	name_key text collate "C" not null,
	search_text text collate "C" not null default '',
	order_num integer not null check (order_num >= 0),
	published boolean not null,
	free boolean not null,
	version integer not null default 1,
	created_at timestamptz not null,
	updated_at timestamptz not null,
	constraint subjects_course foreign key (course_id) references courses (id) on delete cascade,
	constraint subjects_in_course unique (course_id, id)
);

create index subjects_place on subjects (course_id, order_num, name_key, id);
create index subjects_by_name_key on subjects (name_key, id, published, free);
create index subjects_by_order_num on subjects (order_num, name_key, id, published, free);
create index subjects_by_created_at on subjects (created_at, name_key, id, published, free);
create index subjects_by_updated_at on subjects (updated_at, name_key, id, published, free);
create index subjects_of_course on subjects (course_id, published);

create table topics (
	id text collate "C" primary key not null,
	course_id text collate "C" not null,
	subject_id text collate "C" not null,
	name text not null,
	name_key text collate "C" not null,
	search_text text collate "C" not null default '',
	url text,
	order_num integer not null check (order_num >= 0),
	published boolean not null,
	free boolean not null,
	version integer not null default 1,
	created_at timestamptz not null,
	updated_at timestamptz not null,
	constraint topics_subject foreign key (course_id, subject_id)
		references subjects (course_id, id) on delete cascade deferrable initially immediate
);

create index topics_place on topics (course_id, subject_id, order_num, name_key, id);
create index topics_by_name_key on topics (name_key, id, published, free);
create index topics_by_order_num on topics (order_num, name_key, id, published, free);
create index topics_by_created_at on topics (created_at, name_key, id, published, free);
create index topics_by_updated_at on topics (updated_at, name_key, id, published, free);
create index topics_url on topics using hash (url);
create index topics_of_course on topics (course_id, published);

create table exam_sets (
	id text collate "C" primary key not null,
	course_id text collate "C" not null,
	name text not null,
	name_key text collate "C" not null,
	search_text text collate "C" not null default '',
	year integer not null,
	-- The month of the exam.
	series text collate "C" check (series in ('march', 'july', 'november', 'other')),
	order_num integer not null check (order_num >= 0),
	published boolean not null,
	version integer not null default 1,
	created_at timestamptz not null,
	updated_at timestamptz not null,
	constraint exam_sets_course foreign key (course_id) references courses (id) on delete cascade,
	constraint exam_sets_in_course unique (course_id, id)
);

create index exam_sets_place on exam_sets (course_id, order_num, name_key, id);
create index exam_sets_by_name_key on exam_sets (name_key, id, published);
create index exam_sets_by_order_num on exam_sets (order_num, name_key, id, published);
create index exam_sets_by_created_at on exam_sets (created_at, name_key, id, published);
create index exam_sets_by_updated_at on exam_sets (updated_at, name_key, id, published);
create index exam_sets_by_year on exam_sets (year, name_key, id, published);
create index exam_sets_of_course on exam_sets (course_id, published);

create table past_papers (
	id text collate "C" primary key not null,
	course_id text collate "C" not null,
	exam_set_id text collate "C" not null,
	name text not null,
	name_key text collate "C" not null,
	search_text text collate "C" not null default '',
	subject_id text collate "C",
	kind text collate "C" not null default 'paper' check (kind in ('paper', 'marking_scheme', 'other')),
	-- The codes on the cover, as a JSON list, and where the paper is from.
	codes text,
	source text,
	url text,
	order_num integer not null check (order_num >= 0),
	published boolean not null,
	free boolean not null,
	version integer not null default 1,
	created_at timestamptz not null,
	updated_at timestamptz not null,
	constraint past_papers_exam_set foreign key (course_id, exam_set_id)
		references exam_sets (course_id, id) on delete cascade deferrable initially immediate,
	-- Checked at the commit, because deleting a course deletes its subjects and papers in any order.
	constraint past_papers_subject foreign key (course_id, subject_id)
		references subjects (course_id, id) deferrable initially deferred
);

create index past_papers_place on past_papers (course_id, exam_set_id, order_num, name_key, id);
create index past_papers_by_name_key on past_papers (name_key, id, published, free);
create index past_papers_by_order_num on past_papers (order_num, name_key, id, published, free);
create index past_papers_by_created_at on past_papers (created_at, name_key, id, published, free);
create index past_papers_by_updated_at on past_papers (updated_at, name_key, id, published, free);
create index past_papers_url on past_papers using hash (url);
create index past_papers_subject on past_papers (subject_id, course_id);
create index past_papers_of_course on past_papers (course_id, published);

-- Exams that were never held, of one subject or of a whole course. No foreign keys: course and subject may be in the
-- trash.
create table not_held (
	id text collate "C" primary key not null,
	course_id text collate "C" not null,
	subject_id text collate "C",
	year integer not null,
	series text collate "C" check (series in ('march', 'july', 'november', 'other')),
	at timestamptz not null,
	actor text collate "C" not null,
	actor_name text not null
);

create unique index not_held_once
	on not_held (course_id, year, coalesce(series, ''), coalesce(subject_id, ''));

create index not_held_subject on not_held (subject_id) where subject_id is not null;

-- ## Trash and past versions

-- One row for each deleted item with its children. `parents`, `counts` and `detached` are JSON.
create table deletions (
	id text collate "C" primary key not null,
	at timestamptz not null,
	actor text collate "C" not null,
	actor_name text not null,
	kind text collate "C" not null,
	item_id text collate "C" not null,
	name text,
	parents text not null,
	counts text not null,
	detached text not null,
	search_text text collate "C" not null default ''
);

create index deletions_by_at on deletions (at, id, kind);
create index deletions_by_kind on deletions (kind, at, id);

-- The rows of a deletion as JSON, parents before children; `n` 0 is the item itself.
create table trash_rows (
	deletion_id text collate "C" not null references deletions (id) on delete cascade,
	n integer not null,
	kind text collate "C" not null,
	item_id text collate "C" not null,
	url text,
	item text not null,
	constraint trash_rows_key primary key (deletion_id, n)
);

create index trash_rows_item on trash_rows (item_id);
create index trash_rows_url on trash_rows using hash (url) where url is not null;

-- The values of an item from `at` until it was changed.
create table item_versions (
	item_id text collate "C" not null,
	version integer not null,
	kind text collate "C" not null,
	at timestamptz not null,
	until timestamptz not null,
	actor text collate "C",
	actor_name text,
	url text,
	item text not null,
	constraint item_versions_key primary key (item_id, version)
);

create index item_versions_until on item_versions (until);
create index item_versions_url on item_versions using hash (url) where url is not null;

-- ## Bulk actions

create table operations (
	id text collate "C" primary key not null,
	kind text not null,
	action text not null,
	-- JSON: the place that a move leads to, or the action that an undo reverses.
	target text,
	-- The operation that this one undoes; each can be undone once.
	undo_of text collate "C",
	actor text collate "C" not null,
	actor_name text not null,
	total integer not null,
	at timestamptz not null,
	constraint operations_undone_once unique (undo_of)
);

create index operations_at on operations (at);

create table operation_rows (
	operation text collate "C" not null,
	n integer not null,
	item_id text collate "C" not null,
	name text,
	state text not null check (state in ('pending', 'done', 'failed')),
	code text,
	error text,
	-- For an undo: the previous values of the changed fields as JSON, the version after the change, the deletion.
	before text,
	version integer,
	deletion text,
	constraint operation_rows_key primary key (operation, n),
	constraint operation_rows_operation foreign key (operation) references operations (id) on delete cascade
);

create index operation_rows_pending on operation_rows (operation, n) where state = 'pending';
create index operation_rows_failed on operation_rows (operation, n) where state = 'failed';

-- ## Files and the intake

-- One row for each name of a content.
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

-- Chunked uploads, and the chunks that are in the file store.
create table uploads (
	id text collate "C" primary key not null,
	actor text collate "C" not null,
	name text not null,
	size integer not null,
	-- As announced by the client.
	sha256 text collate "C",
	-- Size of all chunks but the last, in bytes.
	chunk integer not null,
	-- When the upload was started or resumed.
	begun_at timestamptz not null,
	-- The key of the complete file.
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

-- The read text of a file and what was derived from it, once for each content.
create table insides (
	sha256 text collate "C" primary key not null,
	ext text not null,
	state text not null check (state in ('waiting', 'read', 'unreadable')),
	-- Since when the file waits to be read.
	asked_at timestamptz not null,
	-- A sentence that says why the file cannot be read.
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
	-- The content of the picture of the first page.
	picture text collate "C"
);

create index insides_waiting on insides (asked_at) where state = 'waiting';
create index insides_picture on insides (picture) where picture is not null;

create table inside_pages (
	id bigint primary key generated always as identity,
	sha256 text collate "C" not null,
	page integer not null,
	text text not null,
	-- Split at everything that is neither a letter nor a digit, as SQLite's search does.
	words tsvector not null generated always as
		(to_tsvector('simple', regexp_replace(lower(text), '[^[:alnum:]]+', ' ', 'g'))) stored,
	constraint inside_pages_page unique (sha256, page),
	constraint inside_pages_inside foreign key (sha256) references insides (sha256) on delete cascade
);

create index inside_pages_search on inside_pages using gin (words);

-- Pages with all words, first those that contain them as a phrase. The index knows pages and not positions, so at most
-- 1,000 pages are checked for the phrase. Without `enable_seqscan = off`, the planner expects few rows and scans all
-- pages for a rare word.
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

-- Uploaded files that are not in the catalogue yet, with the corrections of a person and the operation that added them.
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
	-- JSON: the cells that a person set.
	given text not null,
	skipped boolean not null,
	-- The row of the operation that adds it to the catalogue.
	operation text collate "C",
	operation_n integer,
	constraint intake_rows_n unique (intake, n),
	constraint intake_rows_intake foreign key (intake) references intakes (id) on delete cascade
);

create index intake_rows_url on intake_rows (url);

-- ## Payments
-- Amounts are whole shillings. Deliveries, events and decisions are append-only.

create function refuse_change() returns trigger language plpgsql as
	$$ begin raise exception 'append-only'; end $$;

create table payments (
	-- The order of the list: milliseconds since 1970 times 1,024, plus a tie-breaker.
	seq bigint primary key not null,
	id text collate "C" not null unique,
	-- The source: our payment request, a payment by hand, the sample data, or only a statement.
	origin text not null check (origin in ('stk', 'c2b', 'sample', 'statement')),
	status text collate "C" not null check (status in ('pending', 'completed', 'failed')),
	amount integer not null check (amount > 0),
	phone text collate "C",
	receipt text collate "C" unique,
	checkout_request_id text collate "C" unique,
	merchant_request_id text collate "C" unique,
	account_reference text,
	payer_name text,
	description text,
	months integer,
	result_code text,
	result_desc text,
	paid_at timestamptz,
	start_date text,
	end_date text,
	requested_by text,
	version integer not null default 1,
	updated_at timestamptz not null,
	-- Folded texts for the search; `search_shown` has no digits that a mask hides.
	search_key text collate "C" not null default '',
	search_shown text collate "C" not null default ''
);

create index payments_by_status on payments (status, seq);
create index payments_by_phone on payments (phone, seq);
create index payments_by_paid_at on payments (paid_at);
create index payments_by_failure on payments (result_code, seq) where status = 'failed';
create index payments_without_months on payments (seq)
	where status = 'completed' and months is null and origin in ('c2b', 'statement');

-- Completed payments without a receipt are few. Otherwise PostgreSQL takes the index of receipts, which has every
-- failed payment too.
create index payments_receipt_awaited on payments (seq)
	where status = 'completed' and receipt is null;

-- For suggestions of similar references.
create index payments_by_reference on payments (lower(account_reference collate "C")) where account_reference is not null;

-- Every message between M-Pesa and the server, unchanged.
create table mpesa_messages (
	id bigint primary key generated always as identity,
	at timestamptz not null,
	kind text collate "C" not null,
	-- The CheckoutRequestID or TransID.
	key text collate "C",
	peer text,
	trusted integer not null check (trusted in (0, 1)),
	http_status integer,
	body bytea not null
);

create index mpesa_messages_key on mpesa_messages (key) where key is not null;
create index mpesa_messages_at on mpesa_messages (at);
create index mpesa_messages_kind on mpesa_messages (kind, id);

create trigger mpesa_messages_append_only before update or delete or truncate on mpesa_messages
	execute function refuse_change();

-- Stored deliveries that are not applied yet.
create table payment_queue (
	message_id bigint primary key not null
);

-- The result of each attempt to apply a message.
create table payment_outcomes (
	id bigint primary key generated always as identity,
	message_id bigint not null,
	payment_id text collate "C",
	outcome text collate "C" not null,
	at timestamptz not null
);

create index payment_outcomes_by_message_id on payment_outcomes (message_id);
create index payment_outcomes_by_payment_id on payment_outcomes (payment_id, outcome);
create index payment_outcomes_by_outcome on payment_outcomes (outcome, id);

create trigger payment_outcomes_append_only before update or delete or truncate on payment_outcomes
	execute function refuse_change();

-- Changes of status, with their causes.
create table payment_events (
	id bigint primary key generated always as identity,
	payment_id text collate "C" not null,
	at timestamptz not null,
	from_status text,
	to_status text not null,
	cause text not null,
	message_id bigint,
	actor text,
	note text
);

create index payment_events_payment on payment_events (payment_id, id);
create index payment_events_settled on payment_events (payment_id, to_status) where cause = 'settled';

create trigger payment_events_append_only before update or delete or truncate on payment_events
	execute function refuse_change();

-- When to query Safaricom next about a pending payment.
create table payment_checks (
	payment_id text collate "C" primary key not null,
	due_at timestamptz not null,
	tries integer not null
);

create index payment_checks_due on payment_checks (due_at);

-- Number and sum of the payments of a month, by status. Days and reasons are counted from the payments.
create table payment_months (
	month integer not null,
	status text collate "C" not null,
	n bigint not null,
	amount bigint not null,
	constraint payment_months_key primary key (month, status)
);

-- Refunds and reversals of payments. A mistake is taken back by a row that names it in `withdraws`.
create table payment_adjustments (
	id bigint primary key generated always as identity,
	payment_id text collate "C" not null,
	-- Null in a row that takes another one back, like the columns up to `happened_at`.
	kind text check (kind in ('reversal', 'refund')),
	amount integer check (amount > 0),
	receipt text collate "C",
	-- When the money was returned; `at` is when it was recorded.
	happened_at timestamptz,
	at timestamptz not null,
	reason text not null,
	actor text collate "C" not null,
	actor_name text not null,
	withdraws bigint unique references payment_adjustments (id),
	check ((kind is null) = (withdraws is not null) and
		(kind is null) = (amount is null) and (kind is null) = (happened_at is null))
);

create index payment_adjustments_payment on payment_adjustments (payment_id, id);
create index payment_adjustments_receipt on payment_adjustments (receipt) where receipt is not null;
create index payment_adjustments_happened_at on payment_adjustments (happened_at) where happened_at is not null;

create trigger payment_adjustments_append_only before update or delete or truncate on payment_adjustments
	execute function refuse_change();

create table payment_assignments (
	id bigint primary key generated always as identity,
	payment_id text collate "C" not null,
	-- Null in a row that takes another one back.
	account_reference text,
	months integer check (months > 0),
	at timestamptz not null,
	reason text not null,
	actor text collate "C" not null,
	actor_name text not null,
	withdraws bigint unique references payment_assignments (id),
	check ((account_reference is null) = (withdraws is not null))
);

create index payment_assignments_payment on payment_assignments (payment_id, id);
create index payment_assignments_by_reference on payment_assignments (lower(account_reference collate "C"))
	where account_reference is not null;

create trigger payment_assignments_append_only before update or delete or truncate on payment_assignments
	execute function refuse_change();

-- Decisions about deliveries that changed no payment.
create table delivery_settlements (
	id bigint primary key generated always as identity,
	message_id bigint not null,
	-- Null in a row that takes another one back, like `was`.
	decided text collate "C" check (decided in ('payment', 'not_ours', 'duplicate', 'to_return', 'other')),
	was text collate "C",
	payment_id text collate "C",
	at timestamptz not null,
	reason text not null,
	actor text collate "C" not null,
	actor_name text not null,
	withdraws bigint unique references delivery_settlements (id),
	check ((decided is null) = (withdraws is not null) and (decided is null) = (was is null))
);

create index delivery_settlements_message on delivery_settlements (message_id, id);
create index delivery_settlements_payment on delivery_settlements (payment_id) where payment_id is not null;

create trigger delivery_settlements_append_only before update or delete or truncate on delivery_settlements
	execute function refuse_change();

-- Notes of people on payments; append-only: a row takes another one back.
create table payment_notes (
	id bigint primary key generated always as identity,
	payment_id text collate "C" not null,
	at timestamptz not null,
	reason text not null,
	actor text collate "C" not null,
	actor_name text not null,
	withdraws bigint unique references payment_notes (id)
);

create index payment_notes_payment on payment_notes (payment_id, id);

create trigger payment_notes_append_only before update or delete or truncate on payment_notes
	execute function refuse_change();

-- Receipts that callers read out and no payment has yet. Whether one arrived is derived, never stored.
create table awaited_receipts (
	id bigint primary key generated always as identity,
	receipt text collate "C" not null,
	phone text collate "C",
	amount integer check (amount > 0),
	at timestamptz not null,
	reason text not null,
	actor text collate "C" not null,
	actor_name text not null,
	withdrawn_at timestamptz
);

create unique index awaited_receipts_receipt on awaited_receipts (receipt) where withdrawn_at is null;

-- ## Statements and reconciliation

create table statements (
	id text collate "C" primary key not null,
	at timestamptz not null,
	file_name text not null,
	sha256 text collate "C" not null unique,
	short_code text,
	account text,
	-- The covered time, without `covers_to`.
	covers_from timestamptz not null,
	covers_to timestamptz not null,
	-- When the first and the last line were completed; `opening` is the balance before the first, `closing` after
	-- the last.
	first_line_at timestamptz,
	last_line_at timestamptz,
	-- Cents, like the amounts of lines.
	opening bigint,
	closing bigint,
	-- The number of lines, and of those that no earlier statement had.
	lines integer not null,
	new_lines integer not null,
	actor text collate "C" not null,
	actor_name text not null
);

create index statements_covers on statements (covers_to);

create trigger statements_append_only before update or delete or truncate on statements
	execute function refuse_change();

-- Every completed movement once, in whichever statement it came first. Lines are inserted before their statement (in
-- portions on SQLite) and count once it exists: see `statement_lines`. Lines of an incomplete statement may be deleted.
create table statement_line_rows (
	id text collate "C" primary key not null,
	-- The first statement with this line, and its line number there.
	statement text collate "C" not null,
	line integer not null,
	-- Receipt and amounts, and the number of earlier lines of a statement with the same.
	identity text collate "C" not null unique,
	completed_at timestamptz not null,
	receipt text collate "C" not null,
	kind text not null check (kind in ('payment', 'charge', 'sweep', 'withdrawal', 'reversal', 'other')),
	details text not null,
	paid_in bigint not null,
	withdrawn bigint not null,
	phone text,
	payer_name text,
	account_reference text,
	linked_receipt text
);

create index statement_lines_completed_at on statement_line_rows (completed_at);
create index statement_lines_receipt on statement_line_rows (receipt);

-- Finds the reversals of a payment.
create index statement_lines_linked_receipt on statement_line_rows (linked_receipt) where linked_receipt is not null;

create function refuse_change_of_statement_line() returns trigger language plpgsql as $$
begin
	if exists (select 1 from statements as s where s.id = old.statement) then
		raise exception 'append-only';
	end if;
	return coalesce(new, old);
end $$;

create trigger statement_line_rows_append_only before update or delete on statement_line_rows
	for each row execute function refuse_change_of_statement_line();

create trigger statement_line_rows_no_truncate before truncate on statement_line_rows
	execute function refuse_change();

-- The lines of complete statements.
create view statement_lines as select * from statement_line_rows as l
	where exists (select 1 from statements as s where s.id = l.statement);

-- Decisions about a line, or about a payment without a line. A decision can only be withdrawn, once.
create table reconciliation_decisions (
	id text collate "C" primary key not null,
	item_id text collate "C" not null,
	at timestamptz not null,
	decided text not null check (decided in ('booked', 'attached', 'not_ours', 'duplicate', 'to_return', 'other')),
	payment_id text collate "C",
	reason text not null,
	actor text collate "C" not null,
	actor_name text not null,
	withdrawn_at timestamptz,
	withdrawn_by text collate "C"
);

create unique index reconciliation_decisions_item on reconciliation_decisions (item_id) where withdrawn_at is null;
create index reconciliation_decisions_payment on reconciliation_decisions (payment_id) where withdrawn_at is null;

create trigger reconciliation_decisions_no_update before update on reconciliation_decisions for each row
	when (old.withdrawn_at is not null or new.withdrawn_at is null or new.withdrawn_by is null
		or (new.id, new.item_id, new.at, new.decided, new.payment_id, new.reason, new.actor, new.actor_name)
			is distinct from
			(old.id, old.item_id, old.at, old.decided, old.payment_id, old.reason, old.actor, old.actor_name))
	execute function refuse_change();

create trigger reconciliation_decisions_no_delete before delete or truncate on reconciliation_decisions
	execute function refuse_change();

-- One row for each month that was ever closed, with the figures of its latest closing. The audit trail has who closed
-- and reopened it.
create table periods (
	month text collate "C" primary key not null,
	state text not null check (state in ('open', 'closed')),
	-- When the month was closed or reopened last, why, and by whom.
	at timestamptz not null,
	reason text,
	actor text collate "C" not null,
	actor_name text not null,
	-- JSON; amounts are shillings.
	figures text not null
);

-- ## Audit trail

create table audit_log (
	id text collate "C" primary key not null,
	at timestamptz not null,
	action text collate "C" not null,
	actor text collate "C" not null,
	actor_name text not null,
	actor_role text,
	address text,
	request_id text,
	item_kind text collate "C" not null,
	item_id text collate "C",
	item_name text,
	parents text,
	before text,
	after text,
	details text
);

-- Each index is in the order of the ids. `actor, item_kind` together, because with one of them alone, the entries of a
-- busy person for a rare kind would be a scan of all their entries.
create index audit_log_item_id_id on audit_log (item_id, id);
create index audit_log_item_kind_action_id on audit_log (item_kind, action, id);
create index audit_log_actor_action_id on audit_log (actor, action, id);
create index audit_log_actor_item_kind_action_id on audit_log (actor, item_kind, action, id);

create trigger audit_log_append_only before update or delete or truncate on audit_log
	execute function refuse_change();

-- ## People
-- Secrets are stored as hashes, or encrypted with `SECRET`.

create table people (
	id text collate "C" primary key not null,
	name text not null,
	email text collate "C" not null unique,
	email_verified boolean not null default false,
	image text,
	role text collate "C" not null check (role in ('admin', 'editor', 'finance', 'viewer')),
	joined_at timestamptz,
	disabled_at timestamptz,
	two_factor_enabled boolean not null default false,
	last_seen_at timestamptz,
	created_at timestamptz not null,
	updated_at timestamptz not null
);

create table credentials (
	id text collate "C" primary key not null,
	person_id text collate "C" not null unique references people (id) on delete cascade,
	provider_id text not null,
	account_id text not null,
	password text,
	created_at timestamptz not null,
	updated_at timestamptz not null
);

create table sessions (
	id text collate "C" primary key not null,
	person_id text collate "C" not null references people (id) on delete cascade,
	token_hash text collate "C" not null unique,
	trusted_device boolean not null default false,
	ip_address text,
	user_agent text,
	created_at timestamptz not null,
	updated_at timestamptz not null,
	last_seen_at timestamptz not null,
	confirmed_at timestamptz not null,
	expires_at timestamptz not null
);

create index sessions_by_person_id on sessions (person_id);
create index sessions_by_expires_at on sessions (expires_at);

-- Sign-ins that need a second factor.
create table verifications (
	id text collate "C" primary key not null,
	identifier text collate "C" not null,
	value text not null,
	expires_at timestamptz not null,
	created_at timestamptz not null,
	updated_at timestamptz not null
);

create index verifications_by_identifier on verifications (identifier);

create table second_factors (
	id text collate "C" primary key not null,
	person_id text collate "C" not null unique references people (id) on delete cascade,
	secret text not null,
	backup_codes text not null,
	verified boolean,
	failed_verification_count integer,
	locked_until timestamptz
);

-- The columns are those of better-auth's plugin.
create table api_keys (
	id text collate "C" primary key not null,
	config_id text not null,
	name text,
	start text,
	prefix text,
	key text collate "C" not null unique,
	reference_id text collate "C" not null references people (id),
	enabled boolean not null default false,
	rate_limit_enabled boolean not null default false,
	rate_limit_time_window bigint,
	rate_limit_max integer,
	request_count integer,
	remaining integer,
	refill_interval bigint,
	refill_amount integer,
	last_refill_at timestamptz,
	last_request timestamptz,
	expires_at timestamptz,
	permissions text,
	metadata text,
	created_at timestamptz not null,
	updated_at timestamptz not null
);

create table links (
	token_hash text collate "C" primary key not null,
	purpose text collate "C" not null check (purpose in ('setup', 'invitation', 'reset')),
	person_id text collate "C" references people (id) on delete cascade,
	made_by text collate "C" references people (id),
	created_at timestamptz not null,
	expires_at timestamptz not null,
	used_at timestamptz
);

create index links_by_person_id on links (person_id);

-- Used codes of second factors, which are accepted once.
create table spent_codes (
	person_id text collate "C" not null references people (id) on delete cascade,
	code text collate "C" not null,
	at timestamptz not null,
	constraint spent_codes_key primary key (person_id, code)
);

-- ## Settings and jobs

-- Settings of administrators, as JSON.
create table settings (
	name text collate "C" primary key not null,
	value text not null
);

-- The response of each create with an `Idempotency-Key`, which is also the response to its repetitions.
create table idempotency_keys (
	actor text collate "C" not null,
	key text collate "C" not null,
	request_hash text not null,
	status integer not null,
	etag text,
	body text not null,
	created_at timestamptz not null,
	constraint idempotency_keys_key primary key (actor, key)
);

create index idempotency_keys_age on idempotency_keys (created_at);

-- Background jobs: which server runs each, and the result of the last run.
create table jobs (
	name text primary key not null,
	holder text,
	lease_until timestamptz,
	started_at timestamptz,
	finished_at timestamptz,
	failed_at timestamptz,
	note text
);

-- The last backup: one row.
create table last_backup (
	id integer primary key not null check (id = 1),
	at timestamptz not null,
	destination text not null,
	lost integer not null
);

-- Counts of rate-limiter-flexible. Unlogged, because a crash of PostgreSQL may reset them.
create unlogged table rate_limits (
	key varchar(255) primary key,
	points integer not null default 0,
	expire bigint
);

create index rate_limits_expire on rate_limits (expire);
