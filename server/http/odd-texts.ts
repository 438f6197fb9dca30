import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

/** A character that PostgreSQL stores in no text. */
const NUL = '\0';

/** Replaces ids that contain a NUL by an id that does not exist, so that each route answers in its words. */
export const replaceNulIds = ({ params }: FastifyRequest) => {
	const ids = params as Record<string, string>;
	for (const [name, id] of Object.entries(ids)) if (id.includes(NUL)) ids[name] = '\ufffd';
};

const holdsNul = (value: unknown): boolean => {
	if (typeof value === 'string') return value.includes(NUL);
	return value !== null && typeof value === 'object' && Object.values(value).some(holdsNul);
};

/** Throws `invalid` for a NUL in the query or the body. Deliveries, which are buffers, are kept as they are. */
export const refuseNul = ({ query, body }: FastifyRequest) => {
	for (const part of Buffer.isBuffer(body) ? [query] : [query, body])
		for (const [name, value] of Object.entries(part ?? {}))
			if (holdsNul(value)) {
				const label = name.replace(/^./, (first) => first.toUpperCase()).replaceAll('_', ' ');
				const message = `${label} contains a character that is not allowed`;
				throw new AppError('invalid', message, { fields: { [name]: message } });
			}
};
