import { sql } from 'kysely';
import type { Step } from './step.ts';

const LISTED = ['subjects', 'topics', 'exam_sets', 'past_papers'];

/**
 * Parts of names are found by trigrams on SQLite too, as they have been on PostgreSQL. The index is of
 * row ids: a table with a key of its own text keeps them for good, through `vacuum` as well.
 */
export const nameSearch: Step = (engine) => ({
	up: async (db) => {
		if (engine === 'postgres') return;
		for (const name of LISTED) {
			const table = sql.table(name);
			const index = sql.table(`${name}_search`);
			const trigger = (when: string) => sql.ref(`${name}_search_${when}`);
			await sql`create virtual table ${index} using fts5
				(text, content='', contentless_delete=1, tokenize='trigram case_sensitive 1')`.execute(db);
			// In their order: for each that is lower than the last, the index begins a new piece.
			await sql`insert into ${index} (rowid, text)
				select rowid, name_key from ${table} order by rowid`.execute(db);
			const add = sql`insert into ${index} (rowid, text) values (new.rowid, new.name_key);`;
			const remove = sql`delete from ${index} where rowid = old.rowid;`;
			await sql`create trigger ${trigger('insert')} after insert on ${table}
				begin ${add} end`.execute(db);
			await sql`create trigger ${trigger('delete')} after delete on ${table}
				begin ${remove} end`.execute(db);
			await sql`create trigger ${trigger('update')} after update of name_key on ${table}
				when new.name_key <> old.name_key begin ${remove} ${add} end`.execute(db);
		}
	},
});
