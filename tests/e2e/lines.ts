import { expect, type Page } from '@playwright/test';

/** Where a failure of our own server says that it can be found in the log. */
export const REQUEST_ID = '01980000-0000-7000-8000-000000000000';

/** Lets calls that change something fail as our own server does when it is broken. */
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

/** Lets calls that change something arrive and be done, and their answers be lost on the way back. */
export const loseAnswers = (page: Page, calls = '**/api/**') =>
	page.route(calls, async (route) => {
		const request = route.request();
		if (request.method() === 'GET') return route.continue();
		// What a browser adds to a call once it has left the page.
		const headers = { ...request.headers(), 'sec-fetch-site': 'same-origin' };
		const answer = await route.fetch({ headers });
		expect(answer.ok(), `${request.url()} was done`).toBe(true);
		return route.abort('failed');
	});
