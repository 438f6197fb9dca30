import type { BrowserContext } from '@playwright/test';

/** Collects what goes wrong in a browser's pages: logged errors, exceptions, policy violations. */
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
	// The browser logs most of them itself, though not those that a script caught.
	await context.addInitScript(() => {
		document.addEventListener('securitypolicyviolation', (event) => {
			console.error(`${event.effectiveDirective} does not allow ${event.blockedURI}`);
		});
	});
	return complaints;
};
