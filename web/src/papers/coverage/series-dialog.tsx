import { Text } from '@mantine/core';
import { seriesWords } from '#shared/contract/content/exam-sets.ts';
import { formatColumn, notHeld } from '#shared/contract/papers/coverage.ts';
import { ChoiceField } from '../../platform/ui/fields/choice-fields.tsx';
import { TextField } from '../../platform/ui/fields/text-fields.tsx';
import type { FormValues } from '../../platform/ui/fields/use-form.ts';
import { FormDialog } from '../../platform/ui/form/form.tsx';
import type { Opened } from '../../platform/ui/loading/on-demand.tsx';
import { notify } from '../../platform/ui/notifications/notifications.tsx';
import { useNotHeld } from './queries.ts';

interface SeriesDialogProps extends Opened {
	courseId: string;
}

const read = ({ year = '', series }: FormValues) => ({
	subject_id: null,
	year: /^\d+$/.test(year.trim()) ? Number(year) : year || null,
	series: series || null,
	not_held: true,
});

/** Marks a whole series as not held in a course. */
export const SeriesDialog = ({ courseId, ...dialog }: SeriesDialogProps) => {
	const { mutateAsync, undo } = useNotHeld(courseId);
	return (
		<FormDialog
			{...dialog}
			title="Series that was not held"
			schema={notHeld}
			read={read}
			send={async (body) => {
				await mutateAsync(body);
				return body;
			}}
			onDone={(body) => {
				dialog.onClose();
				notify({
					good: true,
					title: `${formatColumn(body)} was not held`,
					message: 'Its papers no longer count as missing.',
					action: undo(body),
				});
			}}
			submit="Not held"
			pending="Saving..."
			fallback="This could not be saved"
		>
			<Text size="sm">
				Use this for a series that was not held, such as those of 2020 or before the course started.
				Existing papers stay.
			</Text>
			<TextField name="year" label="Year" inputMode="numeric" required />
			<ChoiceField name="series" label="Series" options={seriesWords} />
		</FormDialog>
	);
};
