import { Button, Title } from '@mantine/core';
import { IconBook2, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { courses } from '#shared/contract/courses.ts';
import { type Subject, subjects } from '#shared/contract/subjects.ts';
import { itemQuery, listQuery } from '../../api/queries.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { CardGrid, CardGridSkeleton } from '../../ui/card-grid.tsx';
import { useComing } from '../../ui/coming.ts';
import { ConfirmDelete } from '../../ui/confirm-delete.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ForEditors, useMayEdit } from '../../ui/for-editors.tsx';
import { FilterBar } from '../../ui/list/filter-bar.tsx';
import { FoundRows, ListSearch } from '../../ui/list/found-rows.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { SUBJECTS } from './addresses.ts';
import { prepareSubjectDialog, SubjectDialog } from './late-subject-dialog.ts';
import { SubjectCard } from './subject-card.tsx';
import { useSubjectToggle } from './subject-switches.tsx';

interface SubjectsPageProps {
	courseId: string;
	/** The address asks for a new one: the dialog is open from the start. */
	adding?: boolean;
}

/** The subjects of one course. */
export const SubjectsPage = ({ courseId, adding = false }: SubjectsPageProps) => {
	const navigate = useNavigate();
	const course = useQuery(itemQuery(courses, { courseId }));
	const list = useQuery(listQuery(subjects, { courseId }));
	const mayEdit = useMayEdit();
	const [edited, edit] = useState<'new' | Subject | null>(adding ? 'new' : null);
	const [doomed, doom] = useState<Subject | null>(null);
	const { isBusy, toggle } = useSubjectToggle(courseId);
	const card = useCallback(
		(subject: Subject) => <SubjectCard subject={subject} toggle={toggle} edit={edit} doom={doom} />,
		[toggle],
	);
	const close = () => {
		edit(null);
		if (adding) void navigate({ to: SUBJECTS, params: { courseId }, replace: true });
	};
	const coming = useComing(course, list);
	const name = coming ? undefined : course.data?.name;
	return (
		<Page
			coming={coming}
			title={name === undefined ? 'Subjects' : `Subjects for ${name}`}
			back={
				<>
					<BackLink to="/admin/courses">Courses</BackLink>
					<BackLink to="/admin/courses/$courseId" params={{ courseId }}>
						Course
					</BackLink>
				</>
			}
			actions={
				!list.isLoadingError && (
					<ForEditors>
						<Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => edit('new')}>
							Add Subject
						</Button>
					</ForEditors>
				)
			}
		>
			<Title order={2} size="h3" mb="sm">
				Subjects
			</Title>
			<Loaded
				query={list}
				loading="Loading subjects..."
				heading="Error loading subjects"
				fallback="Failed to fetch subjects"
				skeleton={<CardGridSkeleton />}
			>
				{(rows) =>
					rows.length === 0 ? (
						<Empty
							icon={IconBook2}
							title="No subjects available"
							text={mayEdit && 'Get started by adding your first subject'}
							action={
								<ForEditors>
									<Button
										leftSection={<IconPlus size={18} aria-hidden />}
										onClick={() => edit('new')}
										onPointerEnter={prepareSubjectDialog}
										onFocus={prepareSubjectDialog}
									>
										Add First Subject
									</Button>
								</ForEditors>
							}
						/>
					) : (
						<>
							<FilterBar>
								<ListSearch noun="subjects" rows={rows} />
							</FilterBar>
							<FoundRows noun="subjects" rows={rows}>
								{(found) => (
									<CardGrid label="Subjects" rows={found} isBusy={({ id }) => isBusy(id)}>
										{card}
									</CardGrid>
								)}
							</FoundRows>
						</>
					)
				}
			</Loaded>
			<SubjectDialog
				opened={edited !== null}
				courseId={courseId}
				subject={edited}
				onClose={close}
			/>
			<ConfirmDelete
				item={doomed}
				onClose={() => doom(null)}
				resource={subjects}
				place={{ courseId }}
			/>
		</Page>
	);
};
