/** Lints the description of the API, as `redocly lint` does with its recommended rules: no finding is left. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { buildApp } from '../server/app.ts';
import { openFileStore } from '../server/files/open.ts';
import { openDatabase } from '../server/open-database.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'ufundi-api-'));
const database = await openDatabase({ dataDir });
const app = await buildApp({
	config: {
		productName: 'Ufundi',
		publicUrls: ['http://127.0.0.1:4000'],
		trustProxy: false,
		secret: 'only to describe it, nothing is signed',
	},
	database,
	files: await openFileStore({ dataDir, bucket: undefined }),
	version: '0.0.0',
});
await app.ready();
const source = JSON.stringify(app.swagger());
await app.close();
await database.close();
rmSync(dataDir, { recursive: true });

const config = await createConfig({ extends: ['recommended'] });
const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
for (const { severity, ruleId, message, location } of problems)
	console.log(`${severity} ${ruleId}: ${message} (${location[0]?.pointer})`);
process.exit(problems.length === 0 ? 0 : 1);
