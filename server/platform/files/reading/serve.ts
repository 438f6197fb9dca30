import type { ByteSource } from '../store.ts';

/*
 * The process that opens uploaded files. Input: a line of JSON, then the bytes of the file, for each file. Output:
 * lines of JSON. It has no environment and may read only its own program, so a hostile file harms nothing else.
 */

/** Writes a line of an answer. */
export const writeLine = (line: object) =>
	new Promise<void>((resolve, reject) => {
		process.stdout.write(`${JSON.stringify(line)}\n`, (error) =>
			error ? reject(error) : resolve(),
		);
	});

/** Makes bytes in memory a source. */
export const toByteSource = (bytes: Buffer): ByteSource => ({
	size: bytes.length,
	read: async (position, length) => bytes.subarray(position, position + length),
});

async function* readFiles<Header extends { size: number }>(
	input: AsyncIterable<Buffer>,
): AsyncGenerator<[Header, Buffer]> {
	const chunks = input[Symbol.asyncIterator]();
	let buffered: Buffer = Buffer.alloc(0);
	const more = async () => {
		const { done, value } = await chunks.next();
		if (!done) buffered = buffered.length > 0 ? Buffer.concat([buffered, value]) : value;
		return !done;
	};
	for (;;) {
		while (!buffered.includes('\n')) if (!(await more())) return;
		const end = buffered.indexOf('\n');
		const header = JSON.parse(buffered.toString('utf8', 0, end)) as Header;
		const file = Buffer.allocUnsafe(header.size);
		let filled = buffered.copy(file, 0, end + 1);
		buffered = buffered.subarray(end + 1 + filled);
		while (filled < header.size) {
			if (!(await more())) return;
			const taken = buffered.copy(file, filled);
			filled += taken;
			buffered = buffered.subarray(taken);
		}
		yield [header, file];
	}
}

/** Answers the files of the input, one after another, until it ends. An error ends the process. */
export const serve = async <Header extends { size: number }>(
	answer: (header: Header, bytes: Buffer) => Promise<void>,
) => {
	for await (const [header, bytes] of readFiles<Header>(process.stdin)) await answer(header, bytes);
};
