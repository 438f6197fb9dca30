import type { Api } from './api.ts';

/**
 * Closes idle and unused connections while the app closes, so that only requests under way delay the
 * end. Node closes connections that become idle later only when their client does.
 */
export const closeInOrder = (app: Api) => {
	let underWay = 0;
	app.server.on('request', (_request, response) => {
		underWay++;
		response.once('close', () => {
			underWay--;
		});
	});
	app.addHook('preClose', async () => {
		if (!app.server.listening) return;
		const timer = setInterval(() => {
			if (underWay === 0) app.server.closeAllConnections();
			else app.server.closeIdleConnections();
		}, 50).unref();
		app.server.once('close', () => clearInterval(timer));
	});
};
