/** Sends large files at once, from a thread of its own: who measures the others must not stand still meanwhile. */
import { randomBytes } from 'node:crypto';
import { workerData } from 'node:worker_threads';

/** Where to, and how many of how many bytes. */
export interface Uploads {
	url: string;
	headers: Record<string, string>;
	count: number;
	bytes: number;
}

const { url, headers, count, bytes } = workerData as Uploads;

/** A PDF that is like no other. */
const pdf = () =>
	Buffer.concat([
		Buffer.from('%PDF-1.7\n1 0 obj\n<</Type/XObject>>stream\r\n'),
		randomBytes(bytes),
		Buffer.from('\r\nendstream endobj\n%%EOF'),
	]);

const upload = async (_: unknown, n: number) => {
	const form = new FormData();
	form.append('file', new Blob([pdf()]), `large-${n}.pdf`);
	const answer = await fetch(`${url}/api/upload`, { method: 'POST', headers, body: form });
	if (answer.status !== 201) throw new Error(`An upload was answered ${answer.status}.`);
};

await Promise.all(Array.from({ length: count }, upload));
