import type { Api } from './api.ts';

const LOOK_MS = 50;

/**
 * Has a close wait for the requests under way, and for nothing else. By itself Node also waits for
 * every connection that a browser or a proxy keeps for its next request, or opened and never used: with
 * Fastify's own settings a close had not ended after a minute beside one of each.
 */
export const closeInOrder = (app: Api) => {
	let underWay = 0;
	let closing = false;
	app.server.on('request', (_request, response) => {
		underWay++;
		response.once('close', () => {
			underWay--;
		});
	});
	app.addHook('onSend', (_request, reply, payload, done) => {
		if (closing) reply.header('connection', 'close');
		done(null, payload);
	});
	app.addHook('preClose', async () => {
		closing = true;
		if (!app.server.listening) return;
		const look = setInterval(() => {
			if (underWay === 0) app.server.closeAllConnections();
			else app.server.closeIdleConnections();
		}, LOOK_MS).unref();
		app.server.once('close', () => clearInterval(look));
	});
};
