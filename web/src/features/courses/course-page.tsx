import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { courses } from '#shared/contract/courses.ts';
import { itemQuery } from '../../api/queries.ts';
import { HistoryButton } from '../../ui/audit/history-button.tsx';
import { useComing } from '../../ui/coming.ts';
import { useMayEdit } from '../../ui/for-editors.tsx';
import { FormSkeleton } from '../../ui/form-skeleton.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { CourseBackLinks } from './course-back-links.tsx';
import { CourseForm } from './course-form.tsx';

interface CoursePageProps {
	courseId: string;
	mode: 'view' | 'edit';
}

/** The form of one course, to look at or to edit. */
export const CoursePage = ({ courseId, mode }: CoursePageProps) => {
	const course = useQuery(itemQuery(courses, { courseId }));
	const coming = useComing(course);
	const mayEdit = useMayEdit();
	const name = course.data?.name ?? 'Course';
	return (
		<Page
			coming={coming}
			title={mode === 'edit' ? `Edit Course` : name}
			subtitle={mode === 'edit' ? name : undefined}
			back={<CourseBackLinks />}
			actions={
				<>
					{course.data && <HistoryButton kind="course" id={courseId} name={name} />}
					{mode === 'view' && mayEdit && !course.isLoadingError && (
						<LinkButton
							to="/admin/courses/$courseId/edit"
							params={{ courseId }}
							leftSection={<IconPencil size={18} aria-hidden />}
						>
							Edit
						</LinkButton>
					)}
				</>
			}
			narrow
		>
			<Loaded
				query={course}
				loading="Loading course details..."
				heading="Error loading course"
				skeleton={<FormSkeleton />}
			>
				{(data) => <CourseForm key={courseId + mode} course={data} readOnly={mode === 'view'} />}
			</Loaded>
		</Page>
	);
};
