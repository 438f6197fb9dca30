import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type S3, startS3 } from '../../server/files/fixtures/s3.ts';
import { type Postgres, startPostgres } from '../postgres.ts';
import { expectSound } from './invariants.ts';
import { makePlace, type Place } from './places.ts';
import { type Server, startServer } from './server.ts';

/** Two servers on one PostgreSQL and one store, each with a data folder of its own. */
export interface Pair {
	servers: [Server, Server];
	urls: () => [string, string];
	postgres: Postgres;
	s3: S3;
	place: Place;
	/** Starts one of them again, after it was killed; its address is another one then. */
	startAgain: (which: 0 | 1) => Promise<void>;
	/** What must hold of the database, the store and both folders; while nobody calls. */
	expectSound: () => Promise<void>;
	stop: () => Promise<void>;
}

/** Starts all four; `more` are settings of both servers. */
export const startPair = async (more: Record<string, string> = {}): Promise<Pair> => {
	const postgres = await startPostgres();
	const s3 = await startS3();
	const bucket = s3.settings(`${randomUUID()}/`);
	const place: Place = { ...(await makePlace('postgres', postgres.url)), bucket };
	const other = await mkdtemp(join(tmpdir(), 'ufundi-faults-'));
	const query = new URLSearchParams({ endpoint: bucket.endpoint ?? '', region: bucket.region });
	const settings = {
		...place.settings,
		FILES_URL: `s3://${bucket.bucket}/${bucket.prefix}?${query}`,
		AWS_ACCESS_KEY_ID: bucket.credentials?.accessKeyId ?? '',
		AWS_SECRET_ACCESS_KEY: bucket.credentials?.secretAccessKey ?? '',
		...more,
	};
	const folders = [place.dataDir, other] as const;
	// At once, on an empty database: one of them makes the schema, and one the administrator.
	const servers = (await Promise.all(folders.map((folder) => startServer(folder, settings)))) as [
		Server,
		Server,
	];
	return {
		servers,
		postgres,
		s3,
		place,
		urls: () => [servers[0].url, servers[1].url],
		startAgain: async (which) => {
			servers[which] = await startServer(folders[which], settings);
		},
		expectSound: async () => {
			for (const dataDir of folders) await expectSound({ ...place, dataDir });
		},
		stop: async () => {
			await Promise.all(servers.map((server) => server.kill()));
			await s3.stop();
			await place.remove();
			await postgres.stop();
			await rm(other, { recursive: true, force: true });
		},
	};
};
