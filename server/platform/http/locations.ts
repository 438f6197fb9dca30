import type { Api } from './api.ts';
import type { Json } from './described-fields.ts';

/** Addresses of what a `POST` creates, where they are not the address of the call and the id of the answer. */
const CREATED: Readonly<Record<string, string>> = {
	'/api/accounts/:account/codes': '/api/accounts/:account',
	'/api/accounts': '/api/accounts',
	'/api/accounts/:account/grants': '/api/accounts/:account',
	'/api/intakes/:intakeId/rows': '/api/intakes/:intakeId',
	'/api/keys': '/api/keys/:key.id',
	'/api/people': '/api/people/:person.id',
	'/api/reconciliation/lines/:id/attach': '/api/transactions/:id',
	'/api/reconciliation/lines/:id/book': '/api/transactions/:id',
	'/api/setup': '/api/account',
	'/api/transactions/:id/adjustments': '/api/transactions/:id',
	'/api/transactions/:id/assignments': '/api/transactions/:id',
	'/api/transactions/:id/write-off': '/api/transactions/:id',
	'/api/upload': ':url',
	'/api/uploads/:id/finish': ':url',
	'/api/v1/devices': '/api/v1/access',
};

const buildTemplate = (url: string) => CREATED[url] ?? `${url.replace(/\/:\w+\/copy$/, '')}/:id`;

/** Sends `Location` with each 201: the address of what was created, or of the item that shows it. */
export const sendLocations = (app: Api) => {
	app.addHook('preSerialization', async ({ routeOptions, params }, reply, payload) => {
		if (reply.statusCode !== 201 || reply.hasHeader('location')) return payload;
		const { data } = payload as { data: Json };
		const values = { ...(params as Json), ...data };
		const read = (path: string) =>
			path.split('.').reduce<unknown>((value, name) => (value as Json)[name], values);
		const location = buildTemplate(routeOptions.url ?? '').replace(/:([\w.]+)/g, (_, path) =>
			String(read(path)),
		);
		reply.header('location', location);
		return payload;
	});
};
