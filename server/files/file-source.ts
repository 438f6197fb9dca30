import type { FileHandle } from 'node:fs/promises';
import type { ByteSource } from './store.ts';

const CHUNK = 64 * 1024;

/** The bytes of an open file of a known size. Whoever opened it closes it. */
export const sourceOf = (file: FileHandle, size: number): ByteSource => {
	const into = async (buffer: Buffer, position: number) => {
		const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
		return buffer.subarray(0, bytesRead);
	};
	return {
		size,
		read: (position, length) =>
			into(Buffer.allocUnsafe(Math.max(0, Math.min(length, size - position))), position),
		async *chunks() {
			// One buffer for all: ten large files at once would leave a lot of them behind.
			const buffer = Buffer.allocUnsafe(CHUNK);
			for (let position = 0; position < size; position += CHUNK) yield await into(buffer, position);
		},
	};
};
