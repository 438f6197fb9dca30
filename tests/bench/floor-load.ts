import { createHash, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type Sqlite from 'better-sqlite3';
import { hashPassword, verifyPassword } from '../../server/identity/passwords.ts';

/** What nobody can leave out who signs somebody in: one look at the password, and one durable row. */
export const openSignIns = (db: Sqlite.Database, password: string) => {
	const stored = hashPassword(password);
	db.exec('create table if not exists floor_sessions (token text primary key, at text not null)');
	const insert = db.prepare('insert into floor_sessions values (?, ?)');
	return async (request: IncomingMessage) => {
		const given = JSON.parse(await text(request)) as { password: string };
		if (!(await verifyPassword(await stored, given.password))) throw new Error('Not the password.');
		const token = randomUUID();
		insert.run(token, new Date().toISOString());
		return token;
	};
};

/** What nobody can leave out who takes a file in: writing it, summing it, and having it on the disk. */
export const openUploads = (dataDir: string) => async (request: IncomingMessage) => {
	const path = join(dataDir, randomUUID());
	const file = await open(path, 'w');
	const sum = createHash('sha256');
	try {
		for await (const chunk of request) {
			sum.update(chunk);
			await file.write(chunk);
		}
		await file.datasync();
	} finally {
		await file.close();
		await rm(path);
	}
	return sum.digest('hex');
};
