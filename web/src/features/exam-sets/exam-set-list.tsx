import { Button } from '@mantine/core';
import { IconCertificate, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { type ExamSet, examSets } from '#shared/contract/exam-sets.ts';
import { ConfirmDelete } from '../../ui/confirm-delete.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ForEditors } from '../../ui/for-editors.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { FilterBar } from '../../ui/list/filter-bar.tsx';
import { FoundRows, ListSearch } from '../../ui/list/found-rows.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { RowIcon } from '../../ui/row-busy.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { TableSkeleton } from '../../ui/table/table-skeleton.tsx';
import { examSetColumns } from './exam-set-columns.tsx';
import { ExamSetDialog } from './late-exam-set-dialog.ts';
import { useExamSetToggle } from './use-exam-set-toggle.ts';

interface ExamSetListProps {
	list: UseQueryResult<ExamSet[], unknown>;
	courseId: string;
	courseName: string;
	/** The list offers the first one when there is none. */
	onAdd: () => void;
}

/** The exam sets of a course in a table, each to edit, delete or open. */
export const ExamSetList = (props: ExamSetListProps) => {
	const { list, courseId, courseName, onAdd } = props;
	const place = { courseId };
	const [edited, edit] = useState<ExamSet | null>(null);
	const [doomed, doom] = useState<ExamSet | null>(null);
	const { isBusy, toggle } = useExamSetToggle(courseId);
	const columns = useMemo(() => examSetColumns(toggle), [toggle]);
	const actions = useCallback(
		(row: ExamSet) => (
			<>
				<LinkButton
					to="/admin/courses/$courseId/examsets/$examSetId/pastpapers"
					params={{ courseId, examSetId: row.id }}
					variant="light"
					size="xs"
					aria-label={`Past Papers of ${row.name}`}
				>
					Past Papers
				</LinkButton>
				<ForEditors>
					<RowIcon label={`Edit ${row.name}`} icon={IconPencil} onClick={() => edit(row)} />
					<RowIcon
						label={`Delete ${row.name}`}
						icon={IconTrash}
						dangerous
						onClick={() => doom(row)}
					/>
				</ForEditors>
			</>
		),
		[courseId],
	);
	return (
		<>
			<Loaded query={list} loading="Loading exam sets..." skeleton={<TableSkeleton />}>
				{(rows) =>
					rows.length === 0 ? (
						<Empty
							icon={IconCertificate}
							title="No Exam Sets Yet"
							text="An exam set holds the past papers of one series, such as July 2026."
							action={
								<ForEditors>
									<Button leftSection={<IconPlus size={18} aria-hidden />} onClick={onAdd}>
										Add First Exam Set
									</Button>
								</ForEditors>
							}
						/>
					) : (
						<>
							<FilterBar>
								<ListSearch noun="exam sets" rows={rows} />
							</FilterBar>
							<FoundRows noun="exam sets" rows={rows}>
								{(found) => (
									<DataTable
										label={`Exam sets of ${courseName}`}
										columns={columns}
										rows={found}
										defaultSort="order_num"
										isBusy={({ id }) => isBusy(id)}
										actions={actions}
									/>
								)}
							</FoundRows>
						</>
					)
				}
			</Loaded>
			<ExamSetDialog
				opened={edited !== null}
				courseId={courseId}
				subject={edited}
				onClose={() => edit(null)}
			/>
			<ConfirmDelete item={doomed} onClose={() => doom(null)} resource={examSets} place={place} />
		</>
	);
};
