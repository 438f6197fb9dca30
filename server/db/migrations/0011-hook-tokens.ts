import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Step } from './step.ts';

const HOOKS = '/api/hooks/';

/** A text with `…` in place of the segment after the first `/api/hooks/`. */
const hidden = (engine: 'sqlite' | 'postgres', text: RawBuilder<unknown>) => {
	if (engine === 'postgres')
		return sql`regexp_replace(${text}, ${sql.lit(`(${HOOKS})[A-Za-z0-9_.~-]+`)}, ${sql.lit('\\1…')}, 'g')`;
	const rest = sql`substr(${text}, instr(${text}, ${sql.lit(HOOKS)}) + ${sql.lit(HOOKS.length)})`;
	return sql`substr(${text}, 1, instr(${text}, ${sql.lit(HOOKS)}) + ${sql.lit(HOOKS.length - 1)})
		|| '…' || substr(${rest}, instr(${rest} || '/', '/'))`;
};

/** Has no trigger of a table refuse a change meanwhile: what was shown in it must not stay. */
const whileOpen = async (
	db: Kysely<unknown>,
	engine: 'sqlite' | 'postgres',
	table: string,
	work: () => Promise<unknown>,
) => {
	if (engine === 'postgres') {
		await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
		await work();
		await sql`alter table ${sql.table(table)} enable trigger user`.execute(db);
		return;
	}
	const name = sql.ref(`${table}_no_update`);
	await sql`drop trigger ${name}`.execute(db);
	await work();
	await sql`create trigger ${name} before update on ${sql.table(table)}
		begin select raise(abort, 'append-only'); end`.execute(db);
};

/**
 * What is kept of requests to pay had the secret segment of the callback address in it, where everybody
 * who may look at a payment read it.
 */
export const hookTokens: Step = (engine) => ({
	up: async (db) => {
		const postgres = engine === 'postgres';
		const said = postgres ? sql`convert_from(body, 'UTF8')` : sql`cast(body as text)`;
		const bytes = (text: RawBuilder<unknown>) =>
			postgres ? sql`convert_to(${text}, 'UTF8')` : sql`cast(${text} as blob)`;
		const has = (column: RawBuilder<unknown>, text: RawBuilder<unknown>) =>
			postgres ? sql`position(${text} in ${column}) > 0` : sql`instr(${column}, ${text}) > 0`;
		const hooks = sql.lit(HOOKS);
		await whileOpen(db, engine, 'mpesa_messages', () =>
			sql`update mpesa_messages set body = ${bytes(hidden(engine, said))}
				where kind in ('push_request', 'push_answer') and ${has(sql`body`, bytes(hooks))}
				and not ${has(sql`body`, postgres ? sql`'\\x00'::bytea` : sql`x'00'`)}`.execute(db),
		);
		// Where Safaricom quoted the address in its refusal.
		const words = sql`result_desc`;
		await sql`update payments set result_desc = ${hidden(engine, words)}
			where ${has(words, hooks)}`.execute(db);
		await sql`delete from idempotency_keys where ${has(sql`body`, hooks)}`.execute(db);
	},
});
