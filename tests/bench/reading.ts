/** What the reading of papers takes, and takes from others: `reading(…)`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { PDFDocument, PDFName } from 'pdf-lib';
import { openReader } from '../../server/features/insides/reader.ts';
import { type Child, start } from './child.ts';
import { type Figure, quantile } from './figures.ts';
import { steadily } from './steady.ts';

const SAMPLES = join(import.meta.dirname, '../../sample/catalogue/files');
const [WIDTH, HEIGHT] = [1_654, 2_339];
const PAGES = 4;
const LOOK_MS = 200;
const PATIENCE_MS = 120_000;
const ASKED = '/api/pastpapers?limit=25';

/** Four pages of A4 as a scanner has them at 200 dots an inch, grey. */
const scan = async () => {
	const document = await PDFDocument.create();
	for (let page = 0; page < PAGES; page++) {
		const points = Buffer.alloc(WIDTH * HEIGHT, 230);
		for (let at = page; at < points.length; at += 7 + (at % 13)) points[at] = at % 97;
		const picture = document.context.flateStream(points, {
			Type: 'XObject',
			Subtype: 'Image',
			Width: WIDTH,
			Height: HEIGHT,
			ColorSpace: 'DeviceGray',
			BitsPerComponent: 8,
		});
		const sheet = document.addPage([595, 842]);
		sheet.node.setXObject(PDFName.of('Scan'), document.context.register(picture));
		const drawn = document.context.stream('q 595 0 0 842 0 0 cm /Scan Do Q');
		sheet.node.set(PDFName.of('Contents'), document.context.register(drawn));
	}
	return Buffer.from(await document.save());
};

/** So many papers, every fifth a scan, each a content of its own. */
const papersOf = async (count: number, salt: string) => {
	const names = readdirSync(SAMPLES);
	const scanned = await scan();
	return Array.from({ length: count }, (_, n) => {
		const paper =
			n % 5 === 4 ? scanned : readFileSync(join(SAMPLES, names[n % names.length] ?? ''));
		return Buffer.concat([paper, Buffer.from(`\n% ${salt} ${n}\n`)]);
	});
};

const childrenOf = (pid: number) =>
	readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
		readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
	);

/** Processor time of a process and its threads so far, in milliseconds. */
export const processorMs = (pid: string | number) =>
	readdirSync(`/proc/${pid}/task`).reduce(
		(sum, thread) =>
			sum +
			Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
		0,
	);

/** The processor time of each paper, in the process that reads them, beginning with its first. */
const processorTimes = async (papers: readonly Buffer[]) => {
	const before = new Set(childrenOf(process.pid));
	const reader = openReader();
	const times: number[] = [];
	try {
		let used = 0;
		for (const paper of papers) {
			const outcome = await reader.read({ ext: 'pdf', size: paper.length }, Readable.from([paper]));
			if (outcome.end !== 'read') throw new Error(`A paper was not read: ${outcome.end}`);
			const pid = childrenOf(process.pid).find((child) => !before.has(child)) as string;
			const now = processorMs(pid);
			times.push(now - used);
			used = now;
		}
	} finally {
		await reader.close();
	}
	return times;
};

const upload = async ({ url, headers }: Child, papers: readonly Buffer[]) => {
	const links: string[] = [];
	for (const [n, paper] of papers.entries()) {
		const form = new FormData();
		form.append('file', new Blob([new Uint8Array(paper)]), `paper ${n}.pdf`);
		const answer = await fetch(`${url}/api/upload`, { method: 'POST', headers, body: form });
		if (!answer.ok) throw new Error(`An upload was answered ${answer.status}.`);
		links.push(((await answer.json()) as { url: string }).url);
	}
	return links;
};

/** How many of these have been read. */
const readOf = async ({ url, headers }: Child, links: readonly string[]) => {
	let read = 0;
	for (const link of links) {
		const answer = await fetch(`${url}/api${link}`, { headers });
		const { data } = (await answer.json()) as { data: { inside: unknown } };
		if (data.inside !== null) read++;
	}
	return read;
};

/** Waits until the server has nothing left to read. */
const untilRead = async (server: Child, links: readonly string[]) => {
	const until = performance.now() + PATIENCE_MS;
	while ((await readOf(server, links.slice(0, 1))) === 0) {
		if (performance.now() > until) throw new Error('The papers were not read in time.');
		await pause(LOOK_MS);
	}
};

/** The processor time of a paper, and what lists wait for and the server's memory while papers are read, beside before. */
export const reading = async (
	folder: string,
	{ papers: count, seconds, say }: { papers: number; seconds: number; say: (text: string) => void },
): Promise<Figure[]> => {
	say(`Reading ${count} papers …`);
	const times = await processorTimes(await papersOf(count, 'alone'));
	const settings = { SAMPLE_DATA: '1' };
	const server = await start('server/main.ts', join(folder, 'reading'), {
		signedIn: true,
		settings,
	});
	try {
		// What comes with the sample, and once all that an upload and a reading bring into memory.
		await untilRead(server, await upload(server, await papersOf(10, 'first')));
		await pause(2_000);
		const pace = { rate: 40, seconds };
		const ask = () => ({ method: 'GET' as const, path: ASKED });
		const load = async () => {
			const all = await steadily([server], ask, pace);
			if (all.some(({ status }) => status !== 200)) throw new Error('A list was not answered.');
			return quantile(
				all.map(({ waited }) => waited),
				0.95,
			);
		};
		await load();
		const alone = await load();
		const links = await upload(server, await papersOf(4 * count, 'beside'));
		const before = server.memory();
		let most = before;
		const looking = setInterval(() => {
			most = Math.max(most, server.memory());
		}, LOOK_MS);
		const already = await readOf(server, links);
		const beside = await load();
		const read = (await readOf(server, links)) - already;
		clearInterval(looking);
		const less = (name: string, measured: string, value: number, unit: string, most: number) => ({
			name,
			measured,
			value,
			unit,
			target: { value: most, better: 'less' as const },
		});
		const p95 = quantile(times, 0.95);
		return [
			less(
				'reading a paper, processor time, p95',
				`${p95.toFixed(0)} ms (median ${quantile(times, 0.5).toFixed(0)}, first ${times[0]?.toFixed(0)})`,
				...([p95, 'ms', 1_000] as const),
			),
			less(
				'a list while papers are read, p95',
				`${(beside / alone).toFixed(2)} (${beside.toFixed(1)} ms, alone ${alone.toFixed(1)}; ${read} papers read meanwhile)`,
				...([beside / alone, 'of alone', 2] as const),
			),
			less(
				'memory of the server while papers are read',
				`${(most - before).toFixed(0)} MB more (${before.toFixed(0)} before)`,
				...([most - before, 'MB', 15] as const),
			),
		];
	} finally {
		await server.stop();
	}
};
