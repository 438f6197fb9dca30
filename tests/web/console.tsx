import { createMemoryHistory } from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, vi } from 'vitest';
import { makeTestApp, type TestApp } from '../../server/testing/app.ts';
import { App } from '../../web/src/app.tsx';
import { rememberAccount } from '../../web/src/platform/api/auth-challenge.ts';
import { createQueryClient } from '../../web/src/platform/api/query-client.ts';
import { createConsoleRouter } from '../../web/src/router.tsx';

type Fate = 'lose-request' | 'lose-answer' | undefined;
/** Decides the fate of a call by its method and its path under /api; a promise delays the call. */
export type Line = (method: string, path: string) => Fate | Promise<Fate>;

interface Wire {
	site: TestApp;
	/** Calls that reached the server: `POST /courses`. */
	calls: string[];
	/** Sets the fate of later calls. */
	line: (line: Line) => void;
}

/**
 * Connects `fetch` to the real application, on an empty database, for the tests of a file. The connection can lose
 * requests and answers.
 */
export const withServer = (): Wire => {
	const wire = { calls: [] as string[] } as Wire;
	let decideFate: Line = () => undefined;
	wire.line = (line) => {
		decideFate = line;
	};
	const fetchFromApp = async (input: string | URL | Request, init: RequestInit = {}) => {
		const { method = 'GET', headers, body, signal } = init;
		const url = String(input);
		const fate = await decideFate(method, url.replace(/^\/api/, ''));
		if (fate === 'lose-request') throw new TypeError('Failed to fetch');
		wire.calls.push(`${method} ${url.replace(/^\/api/, '')}`);
		const answer = await wire.site.app.inject({
			method: method as 'GET',
			url,
			// A browser adds the cookie of the administrator.
			headers: { ...wire.site.headers, ...(headers as Record<string, string>) },
			...(typeof body === 'string' && { payload: body }),
		});
		if (signal?.aborted) throw signal.reason;
		if (fate === 'lose-answer') throw new TypeError('Failed to fetch');
		return new Response(answer.statusCode === 204 ? null : new Uint8Array(answer.rawPayload), {
			status: answer.statusCode,
			headers: Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
		});
	};
	beforeAll(async () => {
		wire.site = await makeTestApp('sqlite');
		// Files of one process share its modules, but not their administrators.
		rememberAccount(undefined);
	});
	beforeEach(() => {
		wire.calls.length = 0;
		decideFate = () => undefined;
		vi.stubGlobal('fetch', fetchFromApp);
	});
	afterAll(async () => {
		vi.unstubAllGlobals();
		await wire.site.close();
	});
	return wire;
};

/** Opens the console at a path; returns a user and a reader of the current address. */
export const openConsole = async (path: string) => {
	const router = createConsoleRouter(
		createQueryClient(),
		createMemoryHistory({ initialEntries: [path] }),
	);
	const { options } = router;
	render(<App queryClient={options.context.queryClient} router={router} env="test" />);
	await screen.findByRole('heading', { level: 1 });
	return { user: userEvent.setup(), address: () => router.state.location.href };
};
