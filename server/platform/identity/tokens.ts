import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { BetterAuthOptions } from '@better-auth/core';
import type { DBAdapter, Where } from '@better-auth/core/db/adapter';

/** Returns a new secret of 256 bits, as 43 characters of base64url. */
export const createToken = () => randomBytes(32).toString('base64url');

/** Returns the hash under which a secret is stored. */
export const hashOfToken = (token: string) =>
	createHash('sha256').update(token).digest('base64url');

/** Returns a cookie's value in better-auth's format: the token, a dot, and its signature in base64. */
export const signToken = (token: string, secret: string) =>
	`${token}.${createHmac('sha256', secret).update(token).digest('base64')}`;

/** Returns the token of a signed cookie; undefined if the signature is wrong. */
export const readSignedToken = (value: string, secret: string) => {
	const dot = value.lastIndexOf('.');
	if (dot < 1) return undefined;
	const token = value.slice(0, dot);
	const [given, ours] = [Buffer.from(value), Buffer.from(signToken(token, secret))];
	return given.length === ours.length && timingSafeEqual(given, ours) ? token : undefined;
};

type Adapter = DBAdapter<BetterAuthOptions>;
type Row = Record<string, unknown>;

interface Call {
	model: string;
	where?: Where[] | undefined;
	data?: Row;
	update?: Row;
}

const hashValue = (value: Where['value']): Where['value'] =>
	Array.isArray(value)
		? (value.map((one) => hashOfToken(String(one))) as string[])
		: hashOfToken(String(value));

const withHashes = <C extends Call>(call: C) => {
	if (call.model !== 'session') return { call, token: undefined };
	let token: string | undefined;
	const where = call.where?.map((one) => {
		if (one.field !== 'token') return one;
		if (typeof one.value === 'string') token = one.value;
		return { ...one, value: hashValue(one.value) };
	});
	const hashIn = (row: Row | undefined) => {
		if (typeof row?.token !== 'string') return row;
		token = row.token;
		return { ...row, token: hashOfToken(row.token) };
	};
	const [data, update] = [hashIn(call.data), hashIn(call.update)];
	return {
		call: { ...call, ...(where && { where }), ...(data && { data }), ...(update && { update }) },
		token,
	};
};

const withToken = <T>(row: T, token: string | undefined): T =>
	row && token !== undefined && typeof row === 'object' ? { ...row, token } : row;

/** Wraps better-auth's adapter so that session tokens are stored as hashes. */
export const withHashedTokens = (inner: Adapter): Adapter => {
	const one =
		(method: (call: never) => Promise<unknown>) =>
		async (given: Call): Promise<never> => {
			const { call, token } = withHashes(given);
			return withToken(await method(call as never), token) as never;
		};
	const many =
		(method: (call: never) => Promise<unknown>) =>
		(given: Call): Promise<never> =>
			method(withHashes(given).call as never) as Promise<never>;
	const { create, findOne, findMany, update, updateMany, count, consumeOne, incrementOne } = inner;
	const outer: Adapter = {
		...inner,
		create: one(create),
		findOne: one(findOne),
		update: one(update),
		findMany: many(findMany),
		updateMany: many(updateMany),
		delete: many(inner.delete),
		deleteMany: many(inner.deleteMany),
		count: many(count),
		consumeOne: one(consumeOne),
		incrementOne: one(incrementOne),
		// Wraps calls within a transaction too.
		transaction: (work) => work(outer as never),
	};
	return outer;
};
