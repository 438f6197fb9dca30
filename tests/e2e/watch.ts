import type { BrowserContext } from '@playwright/test';

/** Collects console errors, exceptions and policy violations of the pages of a browser. */
export const watch = async (context: BrowserContext) => {
	const complaints: string[] = [];
	context.on('console', (message) => {
		if (message.type() !== 'error') return;
		const { url, lineNumber } = message.location();
		complaints.push(`${message.text()} (${url}:${lineNumber})`);
	});
	context.on('weberror', (failure) => {
		const error = failure.error();
		complaints.push(error.stack ?? error.message);
	});
	// The browser logs most violations, but not those that a script caught.
	await context.addInitScript(() => {
		document.addEventListener('securitypolicyviolation', (event) => {
			console.error(`${event.effectiveDirective} does not allow ${event.blockedURI}`);
		});
	});
	return complaints;
};
