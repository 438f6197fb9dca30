import { expect, it } from 'vitest';
import type { Readings } from './readings.ts';
import { buildStatus } from './status.ts';

const NOW = Date.parse('2026-11-20T09:00:00Z');
const GIB = 1024 ** 3;
const HOUR = 3_600_000;
const ago = (ms: number) => new Date(NOW - ms).toISOString();

const healthy: Readings = {
	database: { engine: 'sqlite', bytes: 12 * 1024 ** 2 },
	files: 'ok',
	disk: { free: 50 * GIB, size: 100 * GIB, floor: GIB },
	backup: { at: ago(20 * HOUR), destination: '/backups/a.tar', lost: 0 },
	payments: {
		pending: 3,
		checksDue: 0,
		oldestDue: null,
		lastDelivery: ago(60_000),
		unheard: 0,
		overdue: 0,
	},
	unmatched: 0,
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
	hooksOpen: true,
	missingSettings: [],
	phonesMasked: false,
};

const troubles = (read: Partial<Readings>, hooksOpen = true) => {
	const { checks, jobs } = buildStatus({ ...healthy, ...read }, { ...about, hooksOpen }, NOW);
	return [...checks, ...jobs]
		.filter(({ state }) => state !== 'ok')
		.map(({ name, state, advice }) => [name, state, (advice ?? '').length > 10]);
};

it('links to the list that shows what it reports', () => {
	const aboutOf = (read: Partial<Readings>) =>
		buildStatus({ ...healthy, ...read }, about, NOW).checks.flatMap((one) => one.about ?? []);
	expect(aboutOf({})).toEqual([]);
	expect(aboutOf({ unmatched: 2, refusedSignIns: 60 })).toEqual(['unmatched', 'refused']);
	expect(aboutOf({ payments: { ...healthy.payments, overdue: 1 } })).toEqual(['overdue']);
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
			{ name: 'Deliveries from M-Pesa', at: ago(60_000) },
			{ name: 'Payments pending for over a day', says: 'None' },
			{ name: 'Questions to M-Pesa', says: 'None' },
			{ name: 'M-Pesa messages without a payment', says: 'None within the last day' },
			{ name: 'Sign-ins', says: '4 were refused within the last hour' },
		],
	});
});

it('has advice for each problem', () => {
	const { payments } = healthy;
	const silent = { ...payments, lastDelivery: ago(25 * HOUR) };
	const never = { ...payments, lastDelivery: null };
	const waiting = { ...payments, checksDue: 2, oldestDue: ago(2 * HOUR) };
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
	expect(troubles({ payments: silent })).toEqual([['Deliveries from M-Pesa', 'warning', true]]);
	expect(troubles({ payments: silent }, false)).toEqual([]);
	expect(troubles({ payments: never })).toEqual([]);
	expect(troubles({ payments: { ...never, unheard: 1 } })).toEqual([
		['Deliveries from M-Pesa', 'error', true],
	]);
	expect(troubles({ payments: { ...payments, unheard: 2 } })).toEqual([]);
	expect(troubles({ payments: { ...payments, unheard: 3 } })).toEqual([
		['Deliveries from M-Pesa', 'error', true],
	]);
	expect(troubles({ payments: { ...payments, overdue: 1 } })).toEqual([
		['Payments pending for over a day', 'warning', true],
	]);
	expect(troubles({ payments: waiting })).toEqual([['Questions to M-Pesa', 'warning', true]]);
	expect(troubles({ unmatched: 1 })).toEqual([
		['M-Pesa messages without a payment', 'warning', true],
	]);
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
