import { useRef, useState } from 'react';
import type { TransactionFilters } from '#shared/contract/transactions-query.ts';
import { ApiError } from '../../api/api-error.ts';
import { withAuthChallenge } from '../../api/auth-challenge.ts';
import { addressOf, failureOf } from '../../api/client.ts';
import { saveFile } from '../../ui/save-file.ts';

type State =
	| { step: 'idle' }
	/** Of a search that finds very many nobody knows the total. */
	| { step: 'running'; rows: number; total: number | undefined }
	| { step: 'failed'; error: unknown };

const NEWLINE = 10;

const newlines = (bytes: Uint8Array) => {
	let count = 0;
	for (const byte of bytes) if (byte === NEWLINE) count++;
	return count;
};

const nameOf = (response: Response) =>
	/filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ??
	'transactions.csv';

/** What is exported; with whole numbers where they are masked otherwise. */
type Exported = TransactionFilters & { numbers?: 'true' };

const open = async (filters: Exported, signal: AbortSignal) => {
	const response = await fetch(addressOf('/transactions/export.csv', filters), { signal });
	if (!response.ok || !response.body) throw failureOf(response.status, await response.text(), {});
	return { response, body: response.body };
};

/** Downloads an export with progress. `start` resolves to whether the file was saved. */
export const useExport = () => {
	const [state, setState] = useState<State>({ step: 'idle' });
	const running = useRef<AbortController>(null);

	const start = async (filters: Exported) => {
		const controller = new AbortController();
		running.current = controller;
		setState({ step: 'running', rows: 0, total: undefined });
		try {
			const { response, body } = await withAuthChallenge(() => open(filters, controller.signal));
			const counted = response.headers.get('x-total-count');
			const total = counted === null ? undefined : Number(counted);
			const parts: BlobPart[] = [];
			// The first line is the header.
			let rows = -1;
			for await (const chunk of body as unknown as AsyncIterable<Uint8Array<ArrayBuffer>>) {
				parts.push(chunk);
				rows += newlines(chunk);
				setState({ step: 'running', rows: Math.max(0, Math.min(rows, total ?? rows)), total });
			}
			saveFile(parts, nameOf(response), 'text/csv');
			setState({ step: 'idle' });
			return true;
		} catch (error) {
			if (controller.signal.aborted) return false;
			const failure =
				error instanceof ApiError ? error : new ApiError({ kind: 'lost', cause: error });
			setState({ step: 'failed', error: failure });
			return false;
		}
	};
	const cancel = () => {
		running.current?.abort();
		setState({ step: 'idle' });
	};
	return { state, start, cancel };
};
