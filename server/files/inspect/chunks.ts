import type { ByteSource } from '../store.ts';

const CHUNK = 64 * 1024;

/** All bytes in order, a chunk at a time. */
export async function* chunksOf(bytes: ByteSource): AsyncGenerator<Buffer> {
	for (let position = 0; position < bytes.size; position += CHUNK)
		yield await bytes.read(position, CHUNK);
}
