import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ExamSet, examSets } from '#shared/contract/content/exam-sets.ts';
import { paperExtensions } from '#shared/contract/content/files.ts';
import { pastPapers } from '#shared/contract/content/past-papers.ts';
import { type CoverageColumn, formatColumn } from '#shared/contract/papers/coverage.ts';
import { allPastPapers } from '#shared/contract/platform/lists.ts';
import { EXAM_SETS } from '../../addresses.ts';
import { buildAllQuery, listQuery } from '../../platform/api/queries.ts';
import { DialogFoot } from '../../platform/ui/dialog/dialog-foot.tsx';
import { Modal } from '../../platform/ui/dialog/modal.tsx';
import { SwitchField } from '../../platform/ui/fields/choice-fields.tsx';
import { FileField } from '../../platform/ui/fields/file-field.tsx';
import { ListField, TextField } from '../../platform/ui/fields/text-fields.tsx';
import { ItemForm } from '../../platform/ui/form/item-form.tsx';
import { DAY, formatInstant } from '../../platform/ui/format/dates.ts';
import { Loaded } from '../../platform/ui/loading/loaded.tsx';
import { Loading } from '../../platform/ui/loading/loading.tsx';
import type { Opened } from '../../platform/ui/loading/on-demand.tsx';
import { notify, notifyFailure } from '../../platform/ui/notifications/notifications.tsx';
import { ForEditors } from '../../platform/ui/page/for-editors.tsx';
import { LinkButton } from '../../platform/ui/page/links.tsx';
import type { GridCell } from './coverage-grid.tsx';
import { useNotHeld } from './queries.ts';

interface AddPaperProps {
	courseId: string;
	target: GridCell;
	file: File | undefined;
	onClose: () => void;
}

/** Proposes name and codes of a new paper from another series of the subject. */
const useProposal = (courseId: string, subject: GridCell['subject']) => {
	const filters = {
		course_id: courseId,
		subject_id: subject?.id ?? '',
		sort: '-updated_at',
		limit: '10',
	};
	const others = useQuery(buildAllQuery(allPastPapers, filters as never));
	const template = others.data?.data.find(({ kind }) => kind === 'paper');
	return {
		pending: others.isPending,
		start: {
			name: template?.name ?? subject?.name ?? '',
			codes: (template?.codes ?? []) as readonly string[],
			subject_id: subject?.id ?? null,
			url: null as string | null,
			published: false,
		},
	};
};

const isColumn = (set: ExamSet, { year, series }: CoverageColumn) =>
	set.year === year && set.series === series;

/** Adds the paper of exactly one cell: its file, under the exam set of the series. */
const AddPaper = ({ courseId, target, file, onClose }: AddPaperProps) => {
	const sets = useQuery(listQuery(examSets, { courseId }));
	const { pending, start } = useProposal(courseId, target.subject);
	const [chosen, choose] = useState<string>();
	return (
		<Loaded query={sets} loading="Loading exam sets...">
			{(all) => {
				const fitting = all.filter((set) => isColumn(set, target.column));
				const set = fitting.find(({ id }) => id === chosen) ?? fitting[0];
				// The exam set was deleted, but the series keeps its column because a subject is marked as not held in it.
				if (!set)
					return (
						<Group justify="space-between">
							<Text size="sm">There is no exam set for {formatColumn(target.column)}.</Text>
							<LinkButton to={EXAM_SETS} params={{ courseId }}>
								Exam Sets
							</LinkButton>
						</Group>
					);
				if (pending) return <Loading text="Loading exam sets..." />;
				return (
					<>
						{fitting.length > 1 && (
							<NativeSelect
								label="Exam Set"
								data={fitting.map(({ id, name }) => ({ value: id, label: name }))}
								value={set.id}
								onChange={({ currentTarget }) => choose(currentTarget.value)}
								mb="md"
							/>
						)}
						<ItemForm
							resource={pastPapers}
							place={{ courseId, examSetId: set.id }}
							start={start}
							fallback="Failed to add past paper"
							submit="Add Past Paper"
							pending="Adding..."
							onClose={onClose}
						>
							<FileField name="url" extensions={paperExtensions} dropped={file} />
							<TextField name="name" required />
							<ListField name="codes" placeholder="2521/303, 2602/303" />
							<SwitchField name="published" label="Published" />
						</ItemForm>
					</>
				);
			}}
		</Loaded>
	);
};

interface CellDialogProps extends Opened {
	courseId: string;
	/** The clicked cell without a paper, and the file that was dropped on it. */
	opening: { target: GridCell; file?: File | undefined } | undefined;
}

/** Returns a function that marks a cell, or its whole series, as held or not, and offers Undo. */
const useMark = (courseId: string, target: GridCell, onDone: () => void) => {
	const { mutateAsync, isPending, undo } = useNotHeld(courseId);
	const { subject, column, cell } = target;
	const isWholeSeries = cell.marked?.whole ?? false;
	const mark = (not_held: boolean) => {
		const body = { ...column, subject_id: isWholeSeries ? null : (subject?.id ?? null), not_held };
		const succeed = () =>
			notify({
				good: true,
				title: not_held ? 'Not held' : 'Marked as held',
				message: [!isWholeSeries && subject?.name, formatColumn(column)].filter(Boolean).join(', '),
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
					? `${formatColumn(target.column)} was not held in this course at all`
					: 'This exam was not held'}
				{marked && `, says ${marked.by} on ${formatInstant(marked.at, DAY)}`}. Nothing is missing
				here.
			</Text>
			<DialogFoot>
				<ForEditors>
					<Button variant="default" onClick={() => mark(false)} loading={isPending}>
						{marked?.whole ? 'The series was held' : 'It was held'}
					</Button>
				</ForEditors>
				<Button onClick={onClose}>Close</Button>
			</DialogFoot>
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
		target && `${target.subject?.name ?? 'All subjects'}, ${formatColumn(target.column)}`;
	return (
		<Modal opened={opened} onClose={onClose} title={title} onlyShows={Body === NotHeld}>
			{opening && (
				<Body courseId={courseId} target={opening.target} file={opening.file} onClose={onClose} />
			)}
		</Modal>
	);
};
