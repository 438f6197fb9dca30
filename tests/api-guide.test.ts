import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BULK_IDS_MAX } from '#shared/contract/content/bulk.ts';
import { content } from '#shared/contract/content/content.ts';
import {
	CHUNK_BYTES,
	UNFINISHED_MAX_BYTES,
	UPLOAD_MAX_BYTES,
} from '#shared/contract/content/files.ts';
import { type AnyResource, getColumn } from '#shared/contract/content/resource.ts';
import { STATEMENT_MAX_BYTES } from '#shared/contract/finance/statements.ts';
import { KEY_DAYS_DEFAULT, KEY_DAYS_MAX } from '#shared/contract/platform/keys.ts';
import { formatWhole } from '#shared/grouped.ts';
import { buildClient } from '../scripts/client.ts';
import { LIMITS } from '../server/config.ts';
import { makeTestFolder } from '../server/testing/folder.ts';
import { WITH_ADMIN } from './e2e/people.ts';
import { runClientGuide, runGuide } from './guides.ts';
import { startServer } from './process.ts';

const guide = readFileSync(join(import.meta.dirname, '../docs/api.md'), 'utf8');

it('docs/api.md leads from a key to a first change, with the statuses that it states', async () => {
	const folder = makeTestFolder();
	const env = { DATA_DIR: join(folder, 'data'), ...WITH_ADMIN };
	const server = await startServer(env);
	try {
		const run = await runGuide('docs/api.md', { url: server.url, folder, env });
		expect(run.statuses).toEqual(run.stated);
		expect(run.output).toContain('You may not do this. It needs the permission people:manage.');
		expect(run.output).toContain('"price":1000');

		await buildClient(join(folder, 'client'));
		expect(statSync(join(folder, 'client/index.js')).size).toBeLessThan(30_000);
		const typed = runClientGuide('docs/api.md', { url: server.url, folder });
		expect(typed.statuses).toEqual(typed.stated);
		expect(typed.output).toContain('forbidden');
	} finally {
		await server.kill();
	}
});

it('docs/api.md names the fields of each kind', () => {
	for (const resource of Object.values<AnyResource>(content)) {
		const fields = Object.keys(resource.item.shape);
		const find = (column: string) => {
			const field = fields.find((name) => getColumn(resource, name) === column);
			return field === undefined ? '–' : `\`${field}\``;
		};
		const [, above] = [...resource.path.matchAll(/:(\w+)Id/g)].at(-1) ?? [];
		const parent = above === undefined ? '–' : `\`${above.toLowerCase()}_id\``;
		const named = [resource.label.toLowerCase(), `\`/${resource.slug}\``, parent];
		const row = [...named, ...['published', 'free', 'url'].map(find)];
		expect(guide).toContain(`| ${row.join(' | ')} |`);
	}
});

it('docs/api.md states the limits', () => {
	const MIB = 1024 ** 2;
	for (const [what, limit] of [
		['calls with a key', `${formatWhole(LIMITS.key.max)} a minute`],
		['calls of a session', `${formatWhole(LIMITS.session.max)} a minute`],
		['calls without either, by address', `${LIMITS.address.max} a minute`],
		['uploads of new contents', `${LIMITS.uploads.max} an hour`],
		['chunks of uploads', `${formatWhole(LIMITS.chunks.max)} a minute`],
		['exports', `${LIMITS.exports.max} an hour`],
		['revealed phone numbers', `${LIMITS.reveals.max} an hour`],
		['size of a file', `${UPLOAD_MAX_BYTES / MIB} MiB`],
		['size of a chunk', `${CHUNK_BYTES / 1024} KiB`],
		['unfinished uploads of a caller', `${UNFINISHED_MAX_BYTES / MIB} MiB`],
		['size of a statement', `${STATEMENT_MAX_BYTES / MIB} MiB`],
		['ids of a bulk action', BULK_IDS_MAX],
	])
		expect(guide).toContain(`| ${what} | ${limit} |`);
	expect(guide).toContain(`for ${KEY_DAYS_DEFAULT} days unless`);
	expect(guide).toContain(`at most ${formatWhole(KEY_DAYS_MAX)}`);
});
