import { Group, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type CoverageColumn, columnWords } from '#shared/contract/coverage.ts';
import { type ExamSet, examSets } from '#shared/contract/exam-sets.ts';
import { paperExtensions } from '#shared/contract/file-types.ts';
import { allPastPapers } from '#shared/contract/lists.ts';
import { pastPapers } from '#shared/contract/past-papers.ts';
import { EXAM_SETS } from '../../addresses.ts';
import { allQuery, listQuery } from '../../api/queries.ts';
import { SwitchField } from '../../ui/fields/choice-fields.tsx';
import { FileField } from '../../ui/fields/file-field.tsx';
import { ListField, TextField } from '../../ui/fields/text-fields.tsx';
import { ItemForm } from '../../ui/form/item-form.tsx';
import { FormSkeleton } from '../../ui/loading/form-skeleton.tsx';
import { Loaded } from '../../ui/loading/loaded.tsx';
import { LinkButton } from '../../ui/page/links.tsx';
import type { GridCell } from './coverage-grid.tsx';

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
	const others = useQuery(allQuery(allPastPapers, filters as never));
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

const isOf = (set: ExamSet, { year, series }: CoverageColumn) =>
	set.year === year && set.series === series;

/** Adds the paper of exactly one cell: its file, under the exam set of the series. */
export const AddPaper = ({ courseId, target, file, onClose }: AddPaperProps) => {
	const sets = useQuery(listQuery(examSets, { courseId }));
	const { pending, start } = useProposal(courseId, target.subject);
	const [chosen, choose] = useState<string>();
	return (
		<Loaded query={sets} loading="Loading exam sets..." skeleton={<FormSkeleton />}>
			{(all) => {
				const fitting = all.filter((set) => isOf(set, target.column));
				const set = fitting.find(({ id }) => id === chosen) ?? fitting[0];
				// The exam set was deleted, but the series keeps its column because a subject is marked as not held in it.
				if (!set)
					return (
						<Group justify="space-between">
							<Text size="sm">There is no exam set for {columnWords(target.column)}.</Text>
							<LinkButton to={EXAM_SETS} params={{ courseId }}>
								Exam sets
							</LinkButton>
						</Group>
					);
				if (pending) return <FormSkeleton />;
				return (
					<>
						{fitting.length > 1 && (
							<NativeSelect
								label="Exam set"
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
