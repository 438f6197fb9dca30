import { expect, type Page } from '@playwright/test';

/** Request id of the simulated server error, which the error text of the console contains. */
export const REQUEST_ID = '01980000-0000-7000-8000-000000000000';

/** Makes all write requests fail with a server error. */
export const breakWrites = (page: Page, calls = '**/api/**') =>
	page.route(calls, (route) =>
		route.request().method() === 'GET'
			? route.continue()
			: route.fulfill({
					status: 500,
					json: {
						success: false,
						error: 'Something went wrong on our side.',
						code: 'internal',
						requestId: REQUEST_ID,
					},
				}),
	);

/** Sends write requests to the server and drops their responses. */
export const loseAnswers = (page: Page, calls = '**/api/**') =>
	page.route(calls, async (route) => {
		const request = route.request();
		if (request.method() === 'GET') return route.continue();
		// Headers that a browser adds when it sends a request.
		const headers = { ...request.headers(), 'sec-fetch-site': 'same-origin' };
		const answer = await route.fetch({ headers });
		expect(answer.ok(), `${request.url()} was done`).toBe(true);
		return route.abort('failed');
	});
