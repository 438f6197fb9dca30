import { Button, Group, Text } from '@mantine/core';
import { columnWords } from '#shared/contract/coverage.ts';
import { DAY, inEastAfrica } from '../../ui/dates/dates.ts';
import { Modal } from '../../ui/dialog/modal.tsx';
import type { Opened } from '../../ui/loading/on-demand.tsx';
import { notify, notifyFailure } from '../../ui/notifications/notifications.tsx';
import { ForEditors } from '../../ui/page/for-editors.tsx';
import { AddPaper } from './add-paper.tsx';
import type { GridCell } from './coverage-grid.tsx';
import { useNotHeld } from './queries.ts';

interface CellDialogProps extends Opened {
	courseId: string;
	/** The clicked cell without a paper, and the file that was dropped on it. */
	opening: { target: GridCell; file?: File | undefined } | undefined;
}

/** Returns a function that marks a cell, or its whole series, as held or not, and offers Undo. */
const useMark = (courseId: string, target: GridCell, onDone: () => void) => {
	const { mutateAsync, isPending, undo } = useNotHeld(courseId);
	const { subject, column, cell } = target;
	const whole = cell.marked?.whole ?? false;
	const mark = (not_held: boolean) => {
		const body = { ...column, subject_id: whole ? null : (subject?.id ?? null), not_held };
		const succeed = () =>
			notify({
				good: true,
				title: not_held ? 'Not held' : 'Marked as held',
				message: [!whole && subject?.name, columnWords(column)].filter(Boolean).join(', '),
				action: undo(body),
			});
		const fail = (error: unknown) => notifyFailure(error, 'This could not be saved');
		// The promise also resolves after this dialog closed; `onSuccess` runs only while it is mounted.
		void mutateAsync(body, { onSuccess: onDone }).then(succeed, fail);
	};
	return { mark, isPending };
};

interface BodyProps {
	courseId: string;
	target: GridCell;
	file: File | undefined;
	onClose: () => void;
}

const NotHeld = ({ courseId, target, onClose }: BodyProps) => {
	const { mark, isPending } = useMark(courseId, target, onClose);
	const { marked } = target.cell;
	return (
		<>
			<Text size="sm" style={{ overflowWrap: 'anywhere' }}>
				{marked?.whole
					? `${columnWords(target.column)} was not held in this course at all`
					: 'This exam was not held'}
				{marked && `, says ${marked.by} on ${inEastAfrica(marked.at, DAY)}`}. Nothing is missing
				here.
			</Text>
			<Group justify="flex-end" gap="xs" mt="lg">
				<ForEditors>
					<Button variant="default" onClick={() => mark(false)} loading={isPending}>
						{marked?.whole ? 'The series was held' : 'It was held'}
					</Button>
				</ForEditors>
				<Button onClick={onClose}>Close</Button>
			</Group>
		</>
	);
};

const Missing = (props: BodyProps) => {
	const { mark, isPending } = useMark(props.courseId, props.target, props.onClose);
	return (
		<>
			<AddPaper {...props} />
			<Group gap="xs" mt="md">
				<Button
					ml={-8}
					variant="subtle"
					size="compact-sm"
					onClick={() => mark(true)}
					loading={isPending}
				>
					This exam was not held
				</Button>
			</Group>
		</>
	);
};

/** Offers to add a missing paper or to mark the exam as not held. */
export const CellDialog = ({ courseId, opened, onClose, opening }: CellDialogProps) => {
	const target = opening?.target;
	const Body = target?.cell.state === 'not_held' ? NotHeld : Missing;
	const title =
		target && `${target.subject?.name ?? 'All subjects'}, ${columnWords(target.column)}`;
	return (
		<Modal opened={opened} onClose={onClose} title={title} onlyShows={Body === NotHeld}>
			{opening && (
				<Body courseId={courseId} target={opening.target} file={opening.file} onClose={onClose} />
			)}
		</Modal>
	);
};
