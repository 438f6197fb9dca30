import { Text } from '@mantine/core';
import { columnWords, notHeld } from '#shared/contract/coverage.ts';
import { seriesWords } from '#shared/contract/exam-sets.ts';
import type { Opened } from '../../ui/loading/on-demand.tsx';
import { notify } from '../../ui/notifications/notifications.tsx';
import { PlainChoice, PlainText } from '../../ui/plain-form/plain-fields.tsx';
import type { FormValues } from '../../ui/plain-form/plain-form.tsx';
import { PlainFormDialog } from '../../ui/plain-form/plain-form-dialog.tsx';
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
		<PlainFormDialog
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
					title: `${columnWords(body)} was not held`,
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
			<PlainText name="year" label="Year" inputMode="numeric" required />
			<PlainChoice
				name="series"
				label="Series"
				data={Object.entries(seriesWords).map(([value, label]) => ({ value, label }))}
			/>
		</PlainFormDialog>
	);
};
