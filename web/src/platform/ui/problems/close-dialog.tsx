import { Checkbox, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
	closingWords,
	type Problem,
	type ProblemClosing,
	problemClosing,
	problemWords,
} from '#shared/contract/content/problems.ts';
import { formatCount } from '#shared/grouped.ts';
import { call, fetchCall } from '../../api/calls.ts';
import { request } from '../../api/client.ts';
import { buildOpenProblemsQuery } from '../../api/problems.ts';
import { refreshContent } from '../../api/query-keys.ts';
import { ChoiceField } from '../fields/choice-fields.tsx';
import { ReasonField } from '../fields/text-fields.tsx';
import { FormDialog } from '../form/form.tsx';
import type { Opened } from '../loading/on-demand.tsx';
import { notify, notifyFailure } from '../notifications/notifications.tsx';

const ANSWER = (
	<>
		<Text size="sm">Closed reports no longer show here. Learners get no answer.</Text>
		<ChoiceField name="as" label="Result" options={closingWords} required />
		<ReasonField optional />
	</>
);

/** Closes a reported problem as fixed or as no problem. */
export const CloseDialog = ({ problem, ...dialog }: Opened & { problem: Problem }) => {
	const client = useQueryClient();
	return (
		<FormDialog
			{...dialog}
			schema={problemClosing}
			title={`Close the report about ${problem.item.name}`}
			submit="Close the report"
			pending="Closing..."
			fallback="Could not close this report"
			send={async (body) => {
				await request(`/problems/${problem.id}/close`, { method: 'POST', body });
				await refreshContent(client);
			}}
		>
			{ANSWER}
		</FormDialog>
	);
};

const SHOWN = { maxHeight: 280, overflow: 'auto' } as const;

/** Closes the selected ones of the open reports of an item, or of all items, with one answer. */
export const CloseManyDialog = ({
	itemId,
	...dialog
}: Opened & { itemId?: string | undefined }) => {
	const client = useQueryClient();
	const { data } = useQuery({ ...buildOpenProblemsQuery(itemId), enabled: dialog.opened });
	const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
	const problems = data?.data ?? [];
	const ids = problems.flatMap(({ id }) => (left.has(id) ? [] : [id]));
	const toggle = (some: readonly Problem[], isSelected: boolean) =>
		setLeft((before) => {
			const after = new Set(before);
			for (const { id } of some) isSelected ? after.delete(id) : after.add(id);
			return after;
		});
	const count = formatCount(ids.length, 'report');
	return (
		<FormDialog
			{...dialog}
			schema={problemClosing}
			title="Close reports"
			submit={`Close ${count}`}
			pending="Closing..."
			fallback="Could not close these reports"
			send={async (body: ProblemClosing) => {
				if (ids.length === 0) throw new Error('Select at least one report.');
				const sent = { body: { ...body, ids } };
				const { results } = await fetchCall('POST /problems/close', sent);
				await refreshContent(client);
				const done = results.flatMap(({ id, ok }) => (ok ? [id] : []));
				const reopen = async () => {
					try {
						await call('POST /problems/reopen', { body: { ids: done } });
					} catch (error) {
						notifyFailure(error, 'Could not undo this');
					}
					await refreshContent(client);
				};
				notify({
					good: done.length === ids.length,
					title: `${formatCount(done.length, 'report')} closed`,
					message: done.length < ids.length ? 'The others were already closed.' : '',
					action: { label: 'Undo', run: () => void reopen() },
				});
			}}
		>
			<Stack gap="xs" style={SHOWN} role="group" aria-label="Reports">
				<Checkbox
					label={`Select all ${problems.length}`}
					checked={ids.length > 0 && ids.length === problems.length}
					indeterminate={ids.length > 0 && ids.length < problems.length}
					onChange={(event) => toggle(problems, event.currentTarget.checked)}
				/>
				{problems.map((problem) => (
					<Checkbox
						key={problem.id}
						label={`${problemWords[problem.kind]} · ${problem.item.name}`}
						description={problem.text}
						checked={!left.has(problem.id)}
						onChange={(event) => toggle([problem], event.currentTarget.checked)}
					/>
				))}
			</Stack>
			{ANSWER}
		</FormDialog>
	);
};
