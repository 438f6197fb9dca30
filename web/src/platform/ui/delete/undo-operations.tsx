import { Button, type ButtonProps } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { type QueryClient, useMutation, useQueries, useQueryClient } from '@tanstack/react-query';
import type { BulkAction, Operation, RowResult } from '#shared/contract/content/bulk.ts';
import { mayHaveTakenEffect } from '../../api/api-error.ts';
import { type Attempt, createAttempt } from '../../api/attempt.ts';
import { describeError } from '../../api/error-message.ts';
import { buildOperationQuery, undoOperation } from '../../api/operations.ts';
import { joinParts, listCounts } from '../format/counted.ts';
import { actionWords } from '../menu/action-words.ts';
import { notify } from '../notifications/notifications.tsx';

/** Maximum names in a notification. */
const NAMES = 3;

/** Lists some of `total` rows by name: 'Ohm's law, Transformers and 4 more'. */
export const listSomeNames = (
	rows: readonly Pick<RowResult, 'id' | 'name'>[],
	total = rows.length,
) => {
	const names = rows.slice(0, NAMES).map(({ name, id }) => name ?? id.slice(0, 8));
	const more = total - names.length;
	return joinParts(more > 0 ? [...names, `${more} more`] : names);
};

/** Says which published rows have no file. */
export const describeMissingFiles = (results: readonly RowResult[]) => {
	const rows = results.filter(({ ok, code }) => ok && code === 'no_file');
	return rows.length === 0 ? [] : [`No file, so hidden from learners: ${listSomeNames(rows)}.`];
};

const sumCounts = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

const getActionWord = (action: string) =>
	actionWords[action as BulkAction]?.done.toLowerCase() ?? 'created';

/** Shows the combined result, with the names of rows that were not undone and why. */
const tell = (undone: readonly Operation[], action: string) => {
	const done = sumCounts(undone.map((each) => each.done));
	const failed = sumCounts(undone.map((each) => each.failed));
	const results = undone.flatMap((each) => each.results);
	const left = results.filter(({ ok }) => !ok);
	// Rows that came back without some of their values.
	const lost = results.flatMap(({ ok, error }) => (ok && error ? [error] : []));
	const changed = left.filter(({ code }) => code === 'changed');
	const others = left.filter(({ code }) => code !== 'changed');
	const changedNames = listSomeNames(changed, changed.length + failed - left.length);
	const counts = undone.toReversed().flatMap((each) => listCounts(each.counts));
	notify({
		good: failed === 0,
		title:
			done > 0 ? `Undone: ${joinParts(counts)} ${getActionWord(action)}` : 'Nothing was undone',
		message: [
			changed.length > 0 && `Not undone, because someone changed them: ${changedNames}.`,
			others.length > 0 && `Not undone: ${listSomeNames(others)}. ${others[0]?.error ?? ''}`,
			...lost.slice(0, NAMES),
		]
			.filter(Boolean)
			.join(' '),
	});
};

/**
 * Undoes operations on many items, the last one first, and shows the result on whatever screen is open by then, with
 * the names of rows that someone has changed since.
 */
export const undoOperations = async (
	client: QueryClient,
	operations: readonly string[],
	/** The action of the operations, for the notice. */
	action: string,
	attempt: Attempt = createAttempt(),
) => {
	const left = [...operations];
	const undone: Operation[] = [];
	try {
		for (let id = left.at(-1); id !== undefined; id = left.at(-1)) {
			undone.push(await undoOperation(client, id, attempt));
			attempt.key = createAttempt().key;
			left.pop();
		}
	} catch (error) {
		const { message, hint } = describeError(error, 'Could not undo this');
		notify({
			title: message,
			message: hint ?? '',
			// A refusal would repeat; a lost request may succeed.
			...(mayHaveTakenEffect(error) && {
				action: {
					label: 'Try again',
					run: () => void undoOperations(client, left, action, attempt),
				},
			}),
		});
	}
	if (undone.length > 0) tell(undone, action);
};

interface UndoButtonProps extends ButtonProps {
	/** Ids of operations with the same action, in the order in which they ran. */
	operations: readonly string[];
	/** 'Undo' unless another one is near. */
	children?: string;
	/** Adds the number of items to the text. */
	counts?: boolean;
	/** Called after success or failure. */
	onOver?: () => Promise<unknown>;
	'aria-label'?: string;
}

/** Renders a button that undoes operations on many items, while that is possible. */
export const UndoButton = ({
	operations,
	onOver,
	children = 'Undo',
	counts = false,
	...button
}: UndoButtonProps) => {
	const client = useQueryClient();
	const found = useQueries({ queries: operations.map(buildOperationQuery) });
	const left = found.flatMap(({ data }) => (data?.undo_until ? [data] : []));
	const undo = useMutation({
		mutationFn: () =>
			undoOperations(
				client,
				left.map(({ operation }) => operation),
				left[0]?.action ?? '',
			),
		onSettled: () => onOver?.(),
	});
	if (left.length === 0) return null;
	return (
		<Button
			size="xs"
			leftSection={<IconArrowBackUp size={16} aria-hidden />}
			{...button}
			loading={undo.isPending}
			onClick={() => undo.mutate()}
		>
			{children}
			{counts && ` ${joinParts(left.flatMap((each) => listCounts(each.counts)))}`}
		</Button>
	);
};
