import { ApiError } from '../../api/api-error.ts';
import { buildPersonHeader, withAuthChallenge } from '../../api/auth-challenge.ts';
import { buildAddress, type Request, toApiError } from '../../api/client.ts';

/** Saves data as a file through the browser's download. */
export const saveFile = (parts: BlobPart[], name: string, type: string) => {
	const address = URL.createObjectURL(new Blob(parts, { type }));
	const link = document.createElement('a');
	link.href = address;
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(address), 60_000);
};

interface Download {
	query?: Request['query'];
	signal?: AbortSignal;
	/** Called with each part that arrives. */
	onPart?: (part: Uint8Array) => void;
}

/** Downloads a file under the name that the server gives. Throws `ApiError`. */
export const download = async (path: string, { query, signal, onPart }: Download = {}) => {
	const open = async () => {
		const answer = await fetch(buildAddress(path, query), {
			headers: buildPersonHeader(),
			signal: signal ?? null,
		});
		if (!answer.ok || !answer.body) throw toApiError(answer.status, await answer.text(), {});
		return { headers: answer.headers, body: answer.body };
	};
	try {
		const { headers, body } = await withAuthChallenge(open);
		const observedParts = new TransformStream<Uint8Array, Uint8Array>({
			transform: (part, out) => {
				onPart?.(part);
				out.enqueue(part);
			},
		});
		const file = await new Response(body.pipeThrough(observedParts)).blob();
		const [, name = 'download'] =
			/filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '') ?? [];
		saveFile([file], name, headers.get('content-type') ?? '');
	} catch (cause) {
		throw cause instanceof ApiError ? cause : new ApiError({ kind: 'lost', cause });
	}
};
