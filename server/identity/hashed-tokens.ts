import type { BetterAuthOptions } from '@better-auth/core';
import type { DBAdapter, Where } from '@better-auth/core/db/adapter';
import { hashOfToken } from './tokens.ts';

type Adapter = DBAdapter<BetterAuthOptions>;
type Row = Record<string, unknown>;

interface Call {
	model: string;
	where?: Where[];
	data?: Row;
	update?: Row;
}

const hashed = (value: Where['value']): Where['value'] =>
	Array.isArray(value)
		? (value.map((one) => hashOfToken(String(one))) as string[])
		: hashOfToken(String(value));

const withHashes = <C extends Call>(call: C) => {
	if (call.model !== 'session') return { call, token: undefined };
	let token: string | undefined;
	const where = call.where?.map((one) => {
		if (one.field !== 'token') return one;
		if (typeof one.value === 'string') token = one.value;
		return { ...one, value: hashed(one.value) };
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
export const hashedTokens = (inner: Adapter): Adapter => {
	const one =
		<C extends Call, T>(method: (call: C) => Promise<T>) =>
		async (given: C) => {
			const { call, token } = withHashes(given);
			return withToken(await method(call), token);
		};
	const many =
		<C extends Call, T>(method: (call: C) => Promise<T>) =>
		(given: C) =>
			method(withHashes(given).call);
	const outer: Adapter = {
		...inner,
		create: one(inner.create as never) as Adapter['create'],
		findOne: one(inner.findOne as never) as Adapter['findOne'],
		update: one(inner.update as never) as Adapter['update'],
		findMany: many(inner.findMany as never) as Adapter['findMany'],
		updateMany: many(inner.updateMany as never) as Adapter['updateMany'],
		delete: many(inner.delete as never) as Adapter['delete'],
		deleteMany: many(inner.deleteMany as never) as Adapter['deleteMany'],
		count: many(inner.count as never) as Adapter['count'],
		consumeOne: one(inner.consumeOne as never) as Adapter['consumeOne'],
		incrementOne: one(inner.incrementOne as never) as Adapter['incrementOne'],
		// Ours again, so that what runs in it does not go past us.
		transaction: (work) => work(outer as never),
	};
	return outer;
};
