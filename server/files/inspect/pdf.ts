import { Unreadable } from '../pdf/syntax.ts';
import type { ByteSource } from '../store.ts';
import { waysToDecrypt } from './pdf-locks.ts';
import { nameScanner } from './pdf-names.ts';
import { refuseActingStreams } from './pdf-object-streams.ts';
import { Malformed, uncheckable } from './refusals.ts';

/** How far readers look for the end mark, generously. */
const TAIL = 2048;

/**
 * A PDF begins and ends as one, does nothing by itself and carries no other file. What it acts by is
 * looked for in all of its bytes and in all objects that it packs, whatever its table of contents
 * says of them, since readers differ in what they make of a broken one; what packs objects in a way
 * that is not known here is refused.
 */
export const inspectPdf = async (bytes: ByteSource) => {
	const head = await bytes.read(0, 8);
	const tail = await bytes.read(Math.max(0, bytes.size - TAIL), TAIL);
	if (!/^%PDF-\d/.test(head.toString('latin1')) || !tail.includes('%%EOF')) throw new Malformed();
	const { scan, places } = nameScanner();
	for await (const chunk of bytes.chunks()) scan(chunk, false);
	scan(Buffer.alloc(0), true);
	try {
		await refuseActingStreams(bytes, places, await waysToDecrypt(bytes, places));
	} catch (error) {
		throw error instanceof Unreadable ? uncheckable() : error;
	}
};
