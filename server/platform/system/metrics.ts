import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import type { Api } from '../http/api.ts';
import type { Metric, Readings } from './readings.ts';

/** Upper bounds in seconds, from a fast read to requests that users give up on. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const toSeconds = (instant: string) => Date.parse(instant) / 1_000;

const groupRoute = (url = 'none') =>
	/^\/(assets|api\/docs)\//.test(url) ? url.replace(/^(\/assets|\/api\/docs).*/, '$1/*') : url;

const classifyArea = (route: string) =>
	/\.(csv|xlsx)$/.test(route) ? 'export' : (/^\/(?:api\/)?([\w-]+)/.exec(route)?.[1] ?? 'none');

const groupStatus = (status: number) => (status === 503 ? '503' : `${Math.floor(status / 100)}xx`);

const watchRequests = (app: Api, register: Registry) => {
	const requests = new Counter({
		name: 'http_requests_total',
		help: 'Requests that were answered.',
		labelNames: ['method', 'route', 'status'],
		registers: [register],
	});
	const duration = new Histogram({
		name: 'http_request_duration_seconds',
		help: 'Time from a request to the end of its answer.',
		labelNames: ['area'],
		buckets: BUCKETS,
		registers: [register],
	});
	app.addHook('onResponse', (request, reply, done) => {
		const route = groupRoute(request.routeOptions.url);
		const method = request.method === 'HEAD' ? 'GET' : request.method;
		requests.inc({ method, route, status: groupStatus(reply.statusCode) });
		duration.observe({ area: classifyArea(route) }, reply.elapsedTime / 1_000);
		done();
	});
};

/** Opens the Prometheus metrics of this process. */
export const openMetrics = (app: Api, { connections }: Database) => {
	const register = new Registry();
	watchRequests(app, register);
	const gauge = (name: string, help: string, labelNames: string[] = []) =>
		new Gauge({ name, help, labelNames, registers: [register] });
	const ofParts = new Map<string, Gauge>();
	const setPart = ({ name, help, value }: Metric) => {
		const made = ofParts.get(name) ?? gauge(name, help);
		ofParts.set(name, made);
		if (value === undefined) made.remove();
		else made.set(value);
	};

	const inUse =
		connections && gauge('ufundi_database_connections', 'Of the pool, by state.', ['state']);
	const bytes = gauge('ufundi_database_size_bytes', 'Size of the database.');
	const free = gauge('ufundi_disk_free_bytes', 'Room on the disk of the data folder.');
	const store = gauge('ufundi_file_store_up', 'Whether it works and has what it ought to hold.');
	// Without a backup the value is 0, the year 1970, so that alerts fire.
	const backedUp = gauge('ufundi_last_backup_timestamp_seconds', 'What the last backup holds.');
	const refused = gauge('ufundi_sign_ins_refused', 'Within the last hour.');
	const finished = gauge(
		'ufundi_job_finished_timestamp_seconds',
		'When work in the background last ended.',
		['job'],
	);
	const failed = gauge('ufundi_job_failed', 'Whether its last turn failed.', ['job']);

	const setJobs = (jobs: Readings['jobs']) => {
		for (const { name: job, finished_at, failed_at } of jobs) {
			if (finished_at) finished.set({ job }, toSeconds(finished_at));
			failed.set({ job }, failed_at === null ? 0 : 1);
		}
	};

	const text = async (read: Readings) => {
		bytes.set(read.database.bytes);
		store.set(Number(read.files === 'ok'));
		if (read.backup) backedUp.set(toSeconds(read.backup.at));
		free.set(read.disk.free);
		for (const { metrics } of read.parts) metrics.forEach(setPart);
		refused.set(read.refusedSignIns);
		setJobs(read.jobs);
		for (const [state, count] of Object.entries(connections?.() ?? {}))
			inUse?.set({ state }, count);
		return register.metrics();
	};
	return { register, contentType: register.contentType, text };
};
