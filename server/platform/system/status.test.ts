import { expect, it } from 'vitest';
import type { Readings } from './readings.ts';
import { buildCheck, buildStatus } from './status.ts';

const NOW = Date.parse('2026-11-20T09:00:00Z');
const GIB = 1024 ** 3;
const HOUR = 3_600_000;
const ago = (ms: number) => new Date(NOW - ms).toISOString();

const healthy: Readings = {
	database: { engine: 'sqlite', bytes: 12 * 1024 ** 2 },
	files: 'ok',
	disk: { free: 50 * GIB, size: 100 * GIB, floor: GIB },
	backup: { at: ago(20 * HOUR), destination: '/backups/a.tar', lost: 0 },
	parts: [],
	refusedSignIns: 4,
	reveals: [],
	searches: undefined,
	jobs: [],
};
const job = {
	name: 'Delete unused files',
	holder: null,
	lease_until: null,
	started_at: ago(HOUR),
	finished_at: ago(HOUR),
	failed_at: null,
	note: '0 files removed',
};
const about = {
	version: '1.2.3',
	startedAt: NOW - HOUR,
	missingSettings: [],
	phonesMasked: false,
};

const troubles = (read: Partial<Readings>) => {
	const { checks, jobs } = buildStatus({ ...healthy, ...read }, about, NOW);
	return [...checks, ...jobs]
		.filter(({ state }) => state !== 'ok')
		.map(({ name, state, advice }) => [name, state, (advice ?? '').length > 10]);
};

it('links to the list that shows what it reports', () => {
	const aboutOf = (read: Partial<Readings>) =>
		buildStatus({ ...healthy, ...read }, about, NOW).checks.flatMap((one) => one.about ?? []);
	expect(aboutOf({})).toEqual([]);
	expect(aboutOf({ refusedSignIns: 60 })).toEqual(['refused']);
});

it('shows the checks of parts before sign-ins', () => {
	const check = { ...buildCheck('Payments', 'None'), state: 'warning' as const };
	const { checks } = buildStatus(
		{ ...healthy, parts: [{ checks: [check], metrics: [] }] },
		about,
		NOW,
	);
	expect(checks.map(({ name }) => name).slice(-2)).toEqual(['Payments', 'Sign-ins']);
});

it('has no advice for a healthy installation', () => {
	expect(troubles({ jobs: [job] })).toEqual([]);
	expect(buildStatus(healthy, about, NOW)).toMatchObject({
		version: '1.2.3',
		started_at: '2026-11-20T08:00:00.000Z',
		checks: [
			{ name: 'Database', says: 'SQLite, 12 MB' },
			{ name: 'Files', says: 'Readable and writable' },
			{ name: 'Disk', says: '50.0 GB of 100.0 GB are free' },
			{ name: 'Backup', at: ago(20 * HOUR) },
			{ name: 'Sign-ins', says: '4 were refused within the last hour' },
		],
	});
});

it('has advice for each problem', () => {
	const failed = { ...job, failed_at: job.finished_at };
	expect(troubles({ disk: { free: GIB / 2, size: 100 * GIB, floor: GIB } })).toEqual([
		['Disk', 'error', true],
	]);
	expect(troubles({ disk: { free: 1.5 * GIB, size: 100 * GIB, floor: GIB } })).toEqual([
		['Disk', 'warning', true],
	]);
	const postgres = { engine: 'postgres' as const, bytes: 1 };
	for (const files of ['unreachable', 'missing', 'lost'] as const)
		expect(troubles({ files })).toEqual([['Files', 'error', true]]);
	const last = { at: ago(HOUR), destination: '-', lost: 0 };
	expect(troubles({ backup: undefined })).toEqual([['Backup', 'warning', true]]);
	expect(troubles({ backup: undefined, database: postgres })).toEqual([]);
	expect(troubles({ backup: { ...last, at: ago(200 * HOUR) } })).toEqual([
		['Backup', 'warning', true],
	]);
	expect(troubles({ backup: { ...last, lost: 2 } })).toEqual([['Backup', 'error', true]]);
	expect(troubles({ refusedSignIns: 60 })).toEqual([['Sign-ins', 'warning', true]]);
	expect(troubles({ jobs: [failed] })).toEqual([['Delete unused files', 'error', true]]);
	expect(troubles({ jobs: [{ ...job, finished_at: ago(4 * HOUR) }] })).toEqual([
		['Delete unused files', 'warning', true],
	]);
	expect(troubles({ jobs: [{ ...job, finished_at: null }] })).toEqual([
		['Delete unused files', 'warning', true],
	]);
	const running = { ...job, finished_at: null, holder: 'a', lease_until: ago(-1_000) };
	expect(troubles({ jobs: [running, { ...running, finished_at: ago(9 * HOUR) }] })).toEqual([]);
});
