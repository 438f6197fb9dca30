import type { QueryClient } from '@tanstack/react-query';
import type { OrderRequest } from '#shared/contract/ordering.ts';
import type { AnyResource } from '#shared/contract/resource.ts';
import { grouped } from '#shared/grouped.ts';
import { ApiError } from '../../api/api-error.ts';
import type { Named, Place } from '../../api/cached-rows.ts';
import { moveRows } from '../../api/order.ts';
import { setRecentlySaved } from '../../api/recently-saved.ts';
import { notify, notifyFailure } from '../notifications/notifications.tsx';
import { inverseOf, type Plan } from './moves.ts';

/** What was moved, for the title of a notification. */
const nameOf = (names: readonly string[], { plural }: AnyResource) =>
	names.length === 1 ? `${names[0]}` : `${grouped(names.length)} ${plural.toLowerCase()}`;

/** 'Moved to place 3 of 41', of the first of several as well. */
const placeWords = (order: readonly string[], ids: readonly string[]) => {
	const first = order.indexOf(ids[0] ?? '') + 1;
	const many =
		ids.length > 1
			? `${grouped(ids.length)} moved to places ${grouped(first)} to ${grouped(first + ids.length - 1)}`
			: `Moved to place ${grouped(first)}`;
	return `${many} of ${grouped(order.length)}`;
};

/** A move among some of the rows of a list as one of the whole list. */
const inWhole = (
	order: readonly string[],
	here: readonly string[],
	{ ids, before }: OrderRequest,
): OrderRequest => {
	if (before !== null || here.length === order.length) return { ids, before };
	const moved = new Set(ids);
	const rest = order.filter((id) => !moved.has(id));
	const last = here.findLast((id) => !moved.has(id));
	return { ids, before: last === undefined ? null : (rest[rest.indexOf(last) + 1] ?? null) };
};

/** The same rows moved again within this is one move to take back. */
const STREAK_MS = 10_000;

/** The rows moved last, and the order before their first move. */
interface Streak {
	moved: ReadonlySet<string>;
	from: readonly string[];
	until: number;
}

const goesOn = (streak: Streak | undefined, moved: ReadonlySet<string>): streak is Streak =>
	streak !== undefined &&
	Date.now() < streak.until &&
	streak.moved.size === moved.size &&
	[...moved].every((id) => streak.moved.has(id));

const fail = (error: unknown) => {
	if (error instanceof ApiError && error.code === 'stale')
		notify({
			about: 'order',
			title: 'Someone else changed the order',
			message: 'The list shows the current order. Your move was not saved.',
		});
	else notifyFailure(error, 'Failed to change the order', 'order');
};

interface MoverOptions {
	/** The rows among which one is moved, and those of them that move with it. */
	rows: (id: string) => readonly Named[];
	chosen: (id: string) => ReadonlySet<string>;
	/** The list as it is on screen. */
	now: () => { resource: AnyResource; place: Place };
	/** Tells a screen reader. */
	say: (words: string) => void;
}

/** What moves the rows of a list, tells what came of it and offers to take it back. */
export const moverOf = (client: QueryClient, { now, rows, chosen, say }: MoverOptions) => {
	let streak: Streak | undefined;
	const run = async (
		lead: string,
		plan: (order: readonly string[]) => OrderRequest | undefined,
	) => {
		const { resource, place } = now();
		const made = await moveRows(client, resource, place, plan);
		if (!made) return undefined;
		setRecentlySaved(lead);
		made.sent.catch(fail);
		return made;
	};
	const takeBack = async (lead: string, from: readonly string[], moved: ReadonlySet<string>) => {
		streak = undefined;
		for (const call of inverseOf(from, moved)) await run(lead, () => call);
		const here = rows(lead).map((row) => row.id);
		say(
			`Moved back. ${placeWords(
				here,
				here.filter((id) => moved.has(id)),
			)}`,
		);
	};
	return async (id: string, plan: Plan) => {
		const moved = chosen(id);
		const made = await run(id, (order) => {
			const here = rows(id).map((row) => row.id);
			const asked = plan(here, moved);
			return asked && inWhole(order, here, asked);
		});
		if (!made) return say('Already there');
		const { from, asked } = made;
		const known = streak;
		const before = goesOn(known, moved) ? known.from : from;
		streak = { moved, from: before, until: Date.now() + STREAK_MS };
		const after = rows(id);
		const words = placeWords(
			after.map((row) => row.id),
			asked.ids,
		);
		say(words);
		const names = new Map(after.map((row) => [row.id, row.name]));
		notify({
			about: 'order',
			good: true,
			title: nameOf(
				asked.ids.map((each) => names.get(each) ?? ''),
				now().resource,
			),
			message: words,
			action: { label: 'Undo', run: () => void takeBack(id, before, moved) },
		});
	};
};
