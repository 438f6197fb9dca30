import { type Kysely, sql } from 'kysely';
import type { Step } from './step.ts';

const SEARCHED = [
	...['receipt', 'phone', 'checkout_request_id', 'merchant_request_id'],
	...['account_reference', 'payer_name'],
];

/** What a payment is found by, folded, a line each. */
const textOf = (row: string, newline: string) =>
	SEARCHED.map((column) => `coalesce(${row}${column}, '')`).join(` || ${newline} || `);

const BATCH = 1_000;

/** The names that a paybill confirmation has, as one; undefined where it has none. */
const nameIn = (body: Buffer) => {
	try {
		const sent = JSON.parse(body.toString('utf8').replace(/^\ufeff/, ''));
		const names = ['FirstName', 'MiddleName', 'LastName'].flatMap((field) =>
			typeof sent[field] === 'string' ? sent[field].split(/[\s\p{Cc}]+/u) : [],
		);
		return (
			names
				.filter((name) => name !== '')
				.join(' ')
				.slice(0, 200)
				.toWellFormed() || undefined
		);
	} catch {
		return undefined;
	}
};

/** The names of payers from the confirmations that were kept. */
const fillNames = async (db: Kysely<unknown>) => {
	for (let last = 0; ; ) {
		const { rows } = await sql<{ id: number; key: string; body: Buffer }>`
			select id, key, body from mpesa_messages
			where kind = 'c2b' and trusted = 1 and key is not null and id > ${last}
			order by id limit ${BATCH}`.execute(db);
		for (const { key, body } of rows) {
			const name = nameIn(body);
			if (name)
				await sql`update payments set payer_name = ${name}
					where receipt = ${key} and payer_name is null`.execute(db);
		}
		if (rows.length < BATCH) return;
		last = Number(rows.at(-1)?.id);
	}
};

const dropOld = async (db: Kysely<unknown>) => {
	for (const index of ['payments_search', 'payments_digits_search']) {
		for (const when of ['insert', 'delete', 'update'])
			await sql`drop trigger ${sql.ref(`${index}_${when}`)}`.execute(db);
		await sql`drop table ${sql.table(index)}`.execute(db);
	}
};

const sqliteIndex = async (db: Kysely<unknown>) => {
	const text = (row: string) => sql.raw(`lower(${textOf(row, 'char(10)')})`);
	await sql`create virtual table payments_search using fts5
		(text, content='', contentless_delete=1, tokenize='trigram case_sensitive 1')`.execute(db);
	await sql`insert into payments_search (rowid, text)
		select seq, ${text('')} from payments order by seq`.execute(db);
	const add = sql`insert into payments_search (rowid, text) values (new.seq, ${text('new.')});`;
	const remove = sql`delete from payments_search where rowid = old.seq;`;
	const changed = SEARCHED.map((column) => `new.${column} is not old.${column}`).join(' or ');
	await sql`create trigger payments_search_insert after insert on payments
		begin ${add} end`.execute(db);
	await sql`create trigger payments_search_delete after delete on payments
		begin ${remove} end`.execute(db);
	await sql`create trigger payments_search_update
		after update of ${sql.raw(SEARCHED.join(', '))} on payments when ${sql.raw(changed)}
		begin ${remove} ${add} end`.execute(db);
};

const postgresIndex = async (db: Kysely<unknown>) => {
	await sql`alter table payments drop column search_text`.execute(db);
	await sql`alter table payments add column search_text text generated always as
		(lower((${sql.raw(textOf('', "E'\\n'"))}) collate "C")) stored`.execute(db);
	await sql`create index payments_search on payments using gin (search_text gin_trgm_ops)`.execute(
		db,
	);
};

/** Payers have a name; one index of trigrams finds payments by it and by account references, too. */
export const paymentSearch: Step = (engine) => ({
	up: async (db) => {
		await db.schema.alterTable('payments').addColumn('payer_name', 'text').execute();
		if (engine === 'sqlite') await dropOld(db);
		await fillNames(db);
		await (engine === 'sqlite' ? sqliteIndex : postgresIndex)(db);
	},
});
