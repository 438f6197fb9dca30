import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { closingWords, type Problem, problemClosing } from '#shared/contract/problems.ts';
import { request } from '../../api/client.ts';
import { refreshContent } from '../../api/query-keys.ts';
import { ChoiceField } from '../fields/choice-fields.tsx';
import { ReasonField } from '../fields/text-fields.tsx';
import { FormDialog } from '../form/form.tsx';
import type { Opened } from '../loading/on-demand.tsx';

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
			<Text size="sm">Closed reports no longer show here. Learners get no answer.</Text>
			<ChoiceField name="as" label="Result" options={closingWords} required />
			<ReasonField optional />
		</FormDialog>
	);
};
