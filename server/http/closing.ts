import type { Api } from './api.ts';

/** Closes connections as they become idle while the app closes; Node closes only those that are idle already. */
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
