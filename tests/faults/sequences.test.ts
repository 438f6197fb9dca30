import { randomUUIDv7 } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, engines, makeTestApp, type TestApp } from '../../server/test-app.ts';
import { AT_LENGTH, SEED } from './length.ts';
import {
	about,
	arrange,
	type Command,
	copy,
	create,
	edit,
	everything,
	type Plan,
	type Planned,
	pick,
	remove,
} from './sequences/calls.ts';
import { makeCatalogue, readCatalogue } from './sequences/catalogue.ts';
import { type Answered, explain } from './sequences/explain.ts';
import { expectLists } from './sequences/lists.ts';
import { moveMany, purge, removeMany, restore, switchMany, undo } from './sequences/many.ts';
import type { Model } from './sequences/model.ts';

const SEQUENCES = AT_LENGTH ? 5_000 : 12;
const PEOPLE = 3;

/** What is done, and how often. */
const plans: readonly Plan[] = [
	...[create, edit, edit, about, remove, remove, copy, arrange, arrange],
	...[switchMany, switchMany, removeMany, moveMany, moveMany],
];

const command = fc.record({
	who: fc.nat(PEOPLE - 1),
	what: fc.nat(plans.length + 4),
	on: fc.nat(100),
	also: fc.nat(100),
	way: fc.nat(100),
});
/** What up to three people do at once, again and again. */
const sequence = fc.array(fc.array(command, { minLength: 1, maxLength: PEOPLE }), {
	minLength: 1,
	maxLength: 8,
});

let names = 0;

const plan = (model: Model, asked: Command): Planned => {
	const back = asked.what - plans.length;
	const way = [restore, restore, undo, undo, purge][back];
	if (way) return way(model, asked) ?? plan(model, { ...asked, what: asked.on % plans.length });
	const rows = everything(model);
	const chosen = pick(plans, asked.what);
	return chosen(model, pick(rows, asked.on), asked, `Name ${++names}`);
};

describe.each(engines)(`random sequences by three people at once (%s, seed ${SEED})`, (engine) => {
	let site: TestApp;
	let people: readonly Call[];
	/** Has the administrator given the password just now, which a deletion for good asks for. */
	let confirm: () => Promise<unknown>;
	beforeAll(async () => {
		site = await makeTestApp(engine);
		const admin = await site.as('admin');
		people = [(await site.as('editor')).call, admin.call, (await site.asKey('editor')).call];
		confirm = () =>
			site.database.write((trx) =>
				trx
					.updateTable('sessions')
					.set({ confirmed_at: new Date().toISOString() })
					.where('id', '=', admin.sessionId)
					.execute(),
			);
	});
	afterAll(() => site.close());

	const send = async (model: Model, asked: Command): Promise<Answered> => {
		const { who = asked.who, method, path, body, headers, explained } = plan(model, asked);
		const call = people[who] as Call;
		const answer = await call(method, path, body, headers);
		const said = `${method} ${path} ${JSON.stringify(body)} ${JSON.stringify(headers)}: ${answer.status} ${JSON.stringify(answer.body)}`;
		return { said, steps: explained(answer) };
	};

	it('come to what a small model comes to', {
		timeout: AT_LENGTH ? 7_200_000 : 120_000,
	}, async () => {
		await fc.assert(
			fc.asyncProperty(sequence, async (rounds) => {
				await confirm();
				let models = [await makeCatalogue(site.database, randomUUIDv7)];
				const lists = expectLists(site);
				await lists(models[0] as Model);
				const log: string[] = [];
				for (const round of rounds) {
					const [now] = models as [Model];
					if (now.rows.size === 0) break;
					const answered = await Promise.all(round.map((asked) => send(now, asked)));
					log.push(...answered.map(({ said }) => said), '');
					const after = explain(models, answered, await readCatalogue(site.database));
					if (after.models.length === 0) throw new Error([...log, ...after.nearest].join('\n'));
					models = after.models;
				}
				await lists(models[0] as Model);
			}),
			{ numRuns: SEQUENCES, seed: SEED, endOnFailure: true },
		);
		expect(names).toBeGreaterThan(SEQUENCES);
	});
});
