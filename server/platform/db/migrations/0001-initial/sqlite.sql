-- The schema of version 0.2.0.
-- Instants are text in ISO 8601, UTC. Booleans are integers with `check (… in (0, 1))`: by this check, queries return
-- them as booleans (server/db/sqlite-dialect.ts). Tables with `without rowid` are stored in the order of their keys.

-- ## Content
-- Every row has the ids of all its parents, so one condition finds a place.
-- `name_key` is the folded name, for order and equality; `search_text` holds what a search finds an item by.
-- Indexes: `_place` is the order under a parent, `_by_…` serves lists across courses without reading the table,
-- `_of_course` counts the items and published items of each course, `_flags` counts published and free items.

create table courses (
	id text primary key not null,
	name text not null,
	name_key text not null,
	search_text text not null default '',
	description text,
	duration integer,
	price integer,
	category_id text not null,
	order_num integer not null check (order_num >= 0),
	version integer not null default 1,
	created_at text not null,
	updated_at text not null
) strict;

create index courses_place on courses (order_num, name_key, id);

create table subjects (
	id text primary key not null,
	course_id text not null,
	name text not null,
	name_key text not null,
	search_text text not null default '',
	order_num integer not null check (order_num >= 0),
	published integer not null check (published in (0, 1)),
	free integer not null check (free in (0, 1)),
	version integer not null default 1,
	created_at text not null,
	updated_at text not null,
	constraint subjects_course foreign key (course_id) references courses (id) on delete cascade,
	constraint subjects_in_course unique (course_id, id)
) strict;

create index subjects_place on subjects (course_id, order_num, name_key, id);
create index subjects_by_name_key on subjects (name_key, id, published, free);
create index subjects_by_order_num on subjects (order_num, name_key, id, published, free);
create index subjects_by_created_at on subjects (created_at, name_key, id, published, free);
create index subjects_by_updated_at on subjects (updated_at, name_key, id, published, free);
create index subjects_flags on subjects (published, free);
create index subjects_of_course on subjects (course_id, published);

create table topics (
	id text primary key not null,
	course_id text not null,
	subject_id text not null,
	name text not null,
	name_key text not null,
	search_text text not null default '',
	url text,
	order_num integer not null check (order_num >= 0),
	published integer not null check (published in (0, 1)),
	free integer not null check (free in (0, 1)),
	version integer not null default 1,
	created_at text not null,
	updated_at text not null,
	constraint topics_subject foreign key (course_id, subject_id)
		references subjects (course_id, id) on delete cascade
) strict;

create index topics_place on topics (course_id, subject_id, order_num, name_key, id);
create index topics_by_name_key on topics (name_key, id, published, free);
create index topics_by_order_num on topics (order_num, name_key, id, published, free);
create index topics_by_created_at on topics (created_at, name_key, id, published, free);
create index topics_by_updated_at on topics (updated_at, name_key, id, published, free);
create index topics_flags on topics (published, free);
create index topics_url on topics (url);
create index topics_of_course on topics (course_id, published);

create table exam_sets (
	id text primary key not null,
	course_id text not null,
	name text not null,
	name_key text not null,
	search_text text not null default '',
	year integer not null,
	-- The month of the exam.
	series text check (series in ('march', 'july', 'november', 'other')),
	order_num integer not null check (order_num >= 0),
	published integer not null check (published in (0, 1)),
	version integer not null default 1,
	created_at text not null,
	updated_at text not null,
	constraint exam_sets_course foreign key (course_id) references courses (id) on delete cascade,
	constraint exam_sets_in_course unique (course_id, id)
) strict;

create index exam_sets_place on exam_sets (course_id, order_num, name_key, id);
create index exam_sets_by_name_key on exam_sets (name_key, id, published);
create index exam_sets_by_order_num on exam_sets (order_num, name_key, id, published);
create index exam_sets_by_created_at on exam_sets (created_at, name_key, id, published);
create index exam_sets_by_updated_at on exam_sets (updated_at, name_key, id, published);
create index exam_sets_by_year on exam_sets (year, name_key, id, published);
create index exam_sets_flags on exam_sets (published);
create index exam_sets_of_course on exam_sets (course_id, published);

create table past_papers (
	id text primary key not null,
	course_id text not null,
	exam_set_id text not null,
	name text not null,
	name_key text not null,
	search_text text not null default '',
	subject_id text,
	kind text not null default 'paper' check (kind in ('paper', 'marking_scheme', 'other')),
	-- The codes on the cover, as a JSON list, and where the paper is from.
	codes text,
	source text,
	url text,
	order_num integer not null check (order_num >= 0),
	published integer not null check (published in (0, 1)),
	free integer not null check (free in (0, 1)),
	version integer not null default 1,
	created_at text not null,
	updated_at text not null,
	constraint past_papers_exam_set foreign key (course_id, exam_set_id)
		references exam_sets (course_id, id) on delete cascade,
	-- Checked at the commit, because deleting a course deletes its subjects and papers in any order.
	constraint past_papers_subject foreign key (course_id, subject_id)
		references subjects (course_id, id) deferrable initially deferred
) strict;

create index past_papers_place on past_papers (course_id, exam_set_id, order_num, name_key, id);
create index past_papers_by_name_key on past_papers (name_key, id, published, free);
create index past_papers_by_order_num on past_papers (order_num, name_key, id, published, free);
create index past_papers_by_created_at on past_papers (created_at, name_key, id, published, free);
create index past_papers_by_updated_at on past_papers (updated_at, name_key, id, published, free);
create index past_papers_flags on past_papers (published, free);
create index past_papers_url on past_papers (url);
create index past_papers_of_course on past_papers (course_id, published);
create index past_papers_subject on past_papers (subject_id, course_id);

-- Exams that were never held, of one subject or of a whole course. No foreign keys: course and subject may be in the
-- trash.
create table not_held (
	id text primary key not null,
	course_id text not null,
	subject_id text,
	year integer not null,
	series text check (series in ('march', 'july', 'november', 'other')),
	at text not null,
	actor text not null,
	actor_name text not null
) strict;

create unique index not_held_once
	on not_held (course_id, year, coalesce(series, ''), coalesce(subject_id, ''));

create index not_held_subject on not_held (subject_id) where subject_id is not null;

-- ## Trash and past versions

-- One row for each deleted item with its children. `parents`, `counts` and `detached` are JSON.
create table deletions (
	id text primary key not null,
	at text not null,
	actor text not null,
	actor_name text not null,
	kind text not null,
	item_id text not null,
	name text,
	parents text not null,
	counts text not null,
	detached text not null,
	search_text text not null default ''
) strict;

create index deletions_by_at on deletions (at, id, kind);
create index deletions_by_kind on deletions (kind, at, id);

-- The rows of a deletion as JSON, parents before children; `n` 0 is the item itself.
create table trash_rows (
	deletion_id text not null references deletions (id) on delete cascade,
	n integer not null,
	kind text not null,
	item_id text not null,
	url text,
	item text not null,
	constraint trash_rows_key primary key (deletion_id, n)
) strict, without rowid;

create index trash_rows_item on trash_rows (item_id);
create index trash_rows_url on trash_rows (url) where url is not null;

-- The values of an item from `at` until it was changed.
create table item_versions (
	item_id text not null,
	version integer not null,
	kind text not null,
	at text not null,
	until text not null,
	actor text,
	actor_name text,
	url text,
	item text not null,
	constraint item_versions_key primary key (item_id, version)
) strict, without rowid;

create index item_versions_until on item_versions (until);
create index item_versions_url on item_versions (url) where url is not null;

-- ## Bulk actions

create table operations (
	id text primary key not null,
	kind text not null,
	action text not null,
	-- JSON: the place that a move leads to, or the action that an undo reverses.
	target text,
	-- The operation that this one undoes; each can be undone once.
	undo_of text,
	actor text not null,
	actor_name text not null,
	total integer not null,
	at text not null,
	constraint operations_undone_once unique (undo_of)
) strict;

create index operations_at on operations (at);

create table operation_rows (
	operation text not null,
	n integer not null,
	item_id text not null,
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
) strict, without rowid;

create index operation_rows_pending on operation_rows (operation, n) where state = 'pending';
create index operation_rows_failed on operation_rows (operation, n) where state = 'failed';

-- ## Files and the intake

-- One row for each name of a content.
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

-- Chunked uploads, and the chunks that are in the file store.
create table uploads (
	id text primary key not null,
	actor text not null,
	name text not null,
	size integer not null,
	-- As announced by the client.
	sha256 text,
	-- Size of all chunks but the last, in bytes.
	chunk integer not null,
	-- When the upload was started or resumed.
	begun_at text not null,
	-- The key of the complete file.
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

-- The read text of a file and what was derived from it, once for each content.
create table insides (
	sha256 text primary key not null,
	ext text not null,
	state text not null check (state in ('waiting', 'read', 'unreadable')),
	-- Since when the file waits to be read.
	asked_at text not null,
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
	picture text
) strict, without rowid;

create index insides_waiting on insides (asked_at) where state = 'waiting';
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

-- Uploaded files that are not in the catalogue yet, with the corrections of a person and the operation that added them.
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
	-- JSON: the cells that a person set.
	given text not null,
	skipped integer not null check (skipped in (0, 1)),
	-- The row of the operation that adds it to the catalogue.
	operation text,
	operation_n integer,
	constraint intake_rows_n unique (intake, n),
	constraint intake_rows_intake foreign key (intake) references intakes (id) on delete cascade
) strict;

create index intake_rows_url on intake_rows (url);

-- ## Payments
-- Amounts are whole shillings. Triggers keep deliveries, events and decisions append-only.

create table payments (
	-- The order of the list: milliseconds since 1970 times 1,024, plus a tie-breaker.
	seq integer primary key not null,
	id text not null unique,
	-- The source: our payment request, a payment by hand, the sample data, or only a statement.
	origin text not null check (origin in ('stk', 'c2b', 'sample', 'statement')),
	status text not null check (status in ('pending', 'completed', 'failed')),
	amount integer not null check (amount > 0),
	phone text,
	receipt text unique,
	checkout_request_id text unique,
	merchant_request_id text unique,
	account_reference text,
	payer_name text,
	description text,
	months integer,
	result_code text,
	result_desc text,
	paid_at text,
	start_date text,
	end_date text,
	requested_by text,
	version integer not null default 1,
	updated_at text not null,
	-- Folded texts for the search; `search_shown` has no digits that a mask hides.
	search_key text not null default '',
	search_shown text not null default ''
) strict;

create index payments_by_status on payments (status, seq);
create index payments_by_phone on payments (phone, seq);
create index payments_by_paid_at on payments (paid_at);
create index payments_by_failure on payments (result_code, seq) where status = 'failed';
create index payments_without_months on payments (seq)
	where status = 'completed' and months is null and origin in ('c2b', 'statement');

-- Completed payments without a receipt are few. Otherwise SQLite takes the index of receipts, which has every failed
-- payment too; hence the constant columns.
create index payments_receipt_awaited on payments (status, receipt, seq)
	where status = 'completed' and receipt is null;

-- For suggestions of similar references.
create index payments_by_reference on payments (lower(account_reference)) where account_reference is not null;

-- Every message between M-Pesa and the server, unchanged.
create table mpesa_messages (
	id integer primary key autoincrement,
	at text not null,
	kind text not null,
	-- The CheckoutRequestID or TransID.
	key text,
	peer text,
	trusted integer not null check (trusted in (0, 1)),
	http_status integer,
	body blob not null
) strict;

create index mpesa_messages_key on mpesa_messages (key) where key is not null;
create index mpesa_messages_at on mpesa_messages (at);
create index mpesa_messages_kind on mpesa_messages (kind, id);

create trigger mpesa_messages_no_update before update on mpesa_messages begin select raise(abort, 'append-only'); end;
create trigger mpesa_messages_no_delete before delete on mpesa_messages begin select raise(abort, 'append-only'); end;

-- Stored deliveries that are not applied yet.
create table payment_queue (
	message_id integer primary key not null
) strict;

-- The result of each attempt to apply a message.
create table payment_outcomes (
	id integer primary key autoincrement,
	message_id integer not null,
	payment_id text,
	outcome text not null,
	at text not null
) strict;

create index payment_outcomes_by_message_id on payment_outcomes (message_id);
create index payment_outcomes_by_payment_id on payment_outcomes (payment_id, outcome);
create index payment_outcomes_by_outcome on payment_outcomes (outcome, id);

create trigger payment_outcomes_no_update before update on payment_outcomes begin select raise(abort, 'append-only'); end;
create trigger payment_outcomes_no_delete before delete on payment_outcomes begin select raise(abort, 'append-only'); end;

-- Changes of status, with their causes.
create table payment_events (
	id integer primary key autoincrement,
	payment_id text not null,
	at text not null,
	from_status text,
	to_status text not null,
	cause text not null,
	message_id integer,
	actor text,
	note text
) strict;

create index payment_events_payment on payment_events (payment_id, id);
create index payment_events_settled on payment_events (payment_id, to_status) where cause = 'settled';

create trigger payment_events_no_update before update on payment_events begin select raise(abort, 'append-only'); end;
create trigger payment_events_no_delete before delete on payment_events begin select raise(abort, 'append-only'); end;

-- When to query Safaricom next about a pending payment.
create table payment_checks (
	payment_id text primary key not null,
	due_at text not null,
	tries integer not null
) strict;

create index payment_checks_due on payment_checks (due_at);

-- Number and sum of the payments of a month, by status. Days and reasons are counted from the payments.
create table payment_months (
	month integer not null,
	status text not null,
	n integer not null,
	amount integer not null,
	primary key (month, status)
) strict, without rowid;

-- Refunds and reversals of payments. A mistake is taken back by a row that names it in `withdraws`.
create table payment_adjustments (
	id integer primary key autoincrement,
	payment_id text not null,
	-- Null in a row that takes another one back, like the columns up to `happened_at`.
	kind text check (kind in ('reversal', 'refund')),
	amount integer check (amount > 0),
	receipt text,
	-- When the money was returned; `at` is when it was recorded.
	happened_at text,
	at text not null,
	reason text not null,
	actor text not null,
	actor_name text not null,
	withdraws integer unique references payment_adjustments (id),
	check ((kind is null) = (withdraws is not null) and
		(kind is null) = (amount is null) and (kind is null) = (happened_at is null))
) strict;

create index payment_adjustments_payment on payment_adjustments (payment_id, id);
create index payment_adjustments_receipt on payment_adjustments (receipt) where receipt is not null;
create index payment_adjustments_happened_at on payment_adjustments (happened_at) where happened_at is not null;

create trigger payment_adjustments_no_update before update on payment_adjustments begin select raise(abort, 'append-only'); end;
create trigger payment_adjustments_no_delete before delete on payment_adjustments begin select raise(abort, 'append-only'); end;

create table payment_assignments (
	id integer primary key autoincrement,
	payment_id text not null,
	-- Null in a row that takes another one back.
	account_reference text,
	months integer check (months > 0),
	at text not null,
	reason text not null,
	actor text not null,
	actor_name text not null,
	withdraws integer unique references payment_assignments (id),
	check ((account_reference is null) = (withdraws is not null))
) strict;

create index payment_assignments_payment on payment_assignments (payment_id, id);
create index payment_assignments_by_reference on payment_assignments (lower(account_reference))
	where account_reference is not null;

create trigger payment_assignments_no_update before update on payment_assignments begin select raise(abort, 'append-only'); end;
create trigger payment_assignments_no_delete before delete on payment_assignments begin select raise(abort, 'append-only'); end;

-- Decisions about deliveries that changed no payment.
create table delivery_settlements (
	id integer primary key autoincrement,
	message_id integer not null,
	-- Null in a row that takes another one back, like `was`.
	decided text check (decided in ('payment', 'not_ours', 'duplicate', 'to_return', 'other')),
	was text,
	payment_id text,
	at text not null,
	reason text not null,
	actor text not null,
	actor_name text not null,
	withdraws integer unique references delivery_settlements (id),
	check ((decided is null) = (withdraws is not null) and (decided is null) = (was is null))
) strict;

create index delivery_settlements_message on delivery_settlements (message_id, id);
create index delivery_settlements_payment on delivery_settlements (payment_id) where payment_id is not null;

create trigger delivery_settlements_no_update before update on delivery_settlements begin select raise(abort, 'append-only'); end;
create trigger delivery_settlements_no_delete before delete on delivery_settlements begin select raise(abort, 'append-only'); end;

-- Notes of people on payments; append-only: a row takes another one back.
create table payment_notes (
	id integer primary key autoincrement,
	payment_id text not null,
	at text not null,
	reason text not null,
	actor text not null,
	actor_name text not null,
	withdraws integer unique references payment_notes (id)
) strict;

create index payment_notes_payment on payment_notes (payment_id, id);

create trigger payment_notes_no_update before update on payment_notes begin select raise(abort, 'append-only'); end;
create trigger payment_notes_no_delete before delete on payment_notes begin select raise(abort, 'append-only'); end;

-- Receipts that callers read out and no payment has yet. Whether one arrived is derived, never stored.
create table awaited_receipts (
	id integer primary key autoincrement,
	receipt text not null,
	phone text,
	amount integer check (amount > 0),
	at text not null,
	reason text not null,
	actor text not null,
	actor_name text not null,
	withdrawn_at text
) strict;

create unique index awaited_receipts_receipt on awaited_receipts (receipt) where withdrawn_at is null;

-- ## Statements and reconciliation

create table statements (
	id text primary key not null,
	at text not null,
	file_name text not null,
	sha256 text not null unique,
	short_code text,
	account text,
	-- The covered time, without `covers_to`.
	covers_from text not null,
	covers_to text not null,
	-- When the first and the last line were completed; `opening` is the balance before the first, `closing` after
	-- the last.
	first_line_at text,
	last_line_at text,
	-- Cents, like the amounts of lines.
	opening integer,
	closing integer,
	-- The number of lines, and of those that no earlier statement had.
	lines integer not null,
	new_lines integer not null,
	actor text not null,
	actor_name text not null
) strict;

create index statements_covers on statements (covers_to);

create trigger statements_no_update before update on statements begin select raise(abort, 'append-only'); end;
create trigger statements_no_delete before delete on statements begin select raise(abort, 'append-only'); end;

-- Every completed movement once, in whichever statement it came first. Lines are inserted before their statement (in
-- portions on SQLite) and count once it exists: see `statement_lines`. Lines of an incomplete statement may be deleted.
create table statement_line_rows (
	id text primary key not null,
	-- The first statement with this line, and its line number there.
	statement text not null,
	line integer not null,
	-- Receipt and amounts, and the number of earlier lines of a statement with the same.
	identity text not null unique,
	completed_at text not null,
	receipt text not null,
	kind text not null check (kind in ('payment', 'charge', 'sweep', 'withdrawal', 'reversal', 'other')),
	details text not null,
	paid_in integer not null,
	withdrawn integer not null,
	phone text,
	payer_name text,
	account_reference text,
	linked_receipt text
) strict;

create index statement_lines_completed_at on statement_line_rows (completed_at);
create index statement_lines_receipt on statement_line_rows (receipt);

-- Finds the reversals of a payment.
create index statement_lines_linked_receipt on statement_line_rows (linked_receipt) where linked_receipt is not null;

create trigger statement_line_rows_no_update before update on statement_line_rows
when exists (select 1 from statements as s where s.id = old.statement)
begin select raise(abort, 'append-only'); end;

create trigger statement_line_rows_no_delete before delete on statement_line_rows
when exists (select 1 from statements as s where s.id = old.statement)
begin select raise(abort, 'append-only'); end;

-- The lines of complete statements.
create view statement_lines as select * from statement_line_rows as l
	where exists (select 1 from statements as s where s.id = l.statement);

-- Decisions about a line, or about a payment without a line. A decision can only be withdrawn, once.
create table reconciliation_decisions (
	id text primary key not null,
	item_id text not null,
	at text not null,
	decided text not null check (decided in ('booked', 'attached', 'not_ours', 'duplicate', 'to_return', 'other')),
	payment_id text,
	reason text not null,
	actor text not null,
	actor_name text not null,
	withdrawn_at text,
	withdrawn_by text
) strict;

create unique index reconciliation_decisions_item on reconciliation_decisions (item_id) where withdrawn_at is null;
create index reconciliation_decisions_payment on reconciliation_decisions (payment_id) where withdrawn_at is null;

create trigger reconciliation_decisions_no_update before update on reconciliation_decisions
when old.withdrawn_at is not null or new.withdrawn_at is null or new.withdrawn_by is null
	or new.id is not old.id or new.item_id is not old.item_id or new.at is not old.at
	or new.decided is not old.decided or new.payment_id is not old.payment_id or new.reason is not old.reason
	or new.actor is not old.actor or new.actor_name is not old.actor_name
begin select raise(abort, 'append-only'); end;

create trigger reconciliation_decisions_no_delete before delete on reconciliation_decisions
begin select raise(abort, 'append-only'); end;

-- One row for each month that was ever closed, with the figures of its latest closing. The audit trail has who closed
-- and reopened it.
create table periods (
	month text primary key not null,
	state text not null check (state in ('open', 'closed')),
	-- When the month was closed or reopened last, why, and by whom.
	at text not null,
	reason text,
	actor text not null,
	actor_name text not null,
	-- JSON; amounts are shillings.
	figures text not null
) strict, without rowid;

-- ## Audit trail

create table audit_log (
	id text primary key not null,
	at text not null,
	action text not null,
	actor text not null,
	actor_name text not null,
	actor_role text,
	address text,
	request_id text,
	item_kind text not null,
	item_id text,
	item_name text,
	parents text,
	before text,
	after text,
	details text
) strict, without rowid;

-- Each index is in the order of the ids. `actor, item_kind` together, because with one of them alone, the entries of a
-- busy person for a rare kind would be a scan of all their entries.
create index audit_log_item_id_id on audit_log (item_id, id);
create index audit_log_item_kind_action_id on audit_log (item_kind, action, id);
create index audit_log_actor_action_id on audit_log (actor, action, id);
create index audit_log_actor_item_kind_action_id on audit_log (actor, item_kind, action, id);

create trigger audit_log_no_update before update on audit_log begin select raise(abort, 'append-only'); end;
create trigger audit_log_no_delete before delete on audit_log begin select raise(abort, 'append-only'); end;

-- ## People
-- Secrets are stored as hashes, or encrypted with `SECRET`.

create table people (
	id text primary key not null,
	name text not null,
	email text not null unique,
	email_verified integer not null default 0,
	image text,
	role text not null check (role in ('admin', 'editor', 'finance', 'viewer')),
	joined_at text,
	disabled_at text,
	two_factor_enabled integer not null default 0,
	last_seen_at text,
	created_at text not null,
	updated_at text not null
) strict;

create table credentials (
	id text primary key not null,
	person_id text not null unique references people (id) on delete cascade,
	provider_id text not null,
	account_id text not null,
	password text,
	created_at text not null,
	updated_at text not null
) strict;

create table sessions (
	id text primary key not null,
	person_id text not null references people (id) on delete cascade,
	token_hash text not null unique,
	trusted_device integer not null default 0,
	ip_address text,
	user_agent text,
	created_at text not null,
	updated_at text not null,
	last_seen_at text not null,
	confirmed_at text not null,
	expires_at text not null
) strict;

create index sessions_by_person_id on sessions (person_id);
create index sessions_by_expires_at on sessions (expires_at);

-- Sign-ins that need a second factor.
create table verifications (
	id text primary key not null,
	identifier text not null,
	value text not null,
	expires_at text not null,
	created_at text not null,
	updated_at text not null
) strict;

create index verifications_by_identifier on verifications (identifier);

create table second_factors (
	id text primary key not null,
	person_id text not null unique references people (id) on delete cascade,
	secret text not null,
	backup_codes text not null,
	verified integer,
	failed_verification_count integer,
	locked_until text
) strict;

-- The columns are those of better-auth's plugin.
create table api_keys (
	id text primary key not null,
	config_id text not null,
	name text,
	start text,
	prefix text,
	key text not null unique,
	reference_id text not null references people (id),
	enabled integer not null default 0,
	rate_limit_enabled integer not null default 0,
	rate_limit_time_window integer,
	rate_limit_max integer,
	request_count integer,
	remaining integer,
	refill_interval integer,
	refill_amount integer,
	last_refill_at text,
	last_request text,
	expires_at text,
	permissions text,
	metadata text,
	created_at text not null,
	updated_at text not null
) strict;

create table links (
	token_hash text primary key not null,
	purpose text not null check (purpose in ('setup', 'invitation', 'reset')),
	person_id text references people (id) on delete cascade,
	made_by text references people (id),
	created_at text not null,
	expires_at text not null,
	used_at text
) strict;

create index links_by_person_id on links (person_id);

-- Used codes of second factors, which are accepted once.
create table spent_codes (
	person_id text not null references people (id) on delete cascade,
	code text not null,
	at text not null,
	constraint spent_codes_key primary key (person_id, code)
) strict;

-- ## Settings and jobs

-- Settings of administrators, as JSON.
create table settings (
	name text primary key not null,
	value text not null
) strict;

-- The response of each create with an `Idempotency-Key`, which is also the response to its repetitions.
create table idempotency_keys (
	actor text not null,
	key text not null,
	request_hash text not null,
	status integer not null,
	etag text,
	body text not null,
	created_at text not null,
	constraint idempotency_keys_key primary key (actor, key)
) strict;

create index idempotency_keys_age on idempotency_keys (created_at);

-- Background jobs: which server runs each, and the result of the last run.
create table jobs (
	name text primary key not null,
	holder text,
	lease_until text,
	started_at text,
	finished_at text,
	failed_at text,
	note text
) strict;

-- The last backup: one row.
create table last_backup (
	id integer primary key not null check (id = 1),
	at text not null,
	destination text not null,
	lost integer not null
) strict;
