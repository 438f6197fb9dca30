import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { courses } from '#shared/contract/courses.ts';
import { subjects } from '#shared/contract/subjects.ts';
import { SUBJECTS } from '../../addresses.ts';
import { itemQuery } from '../../api/queries.ts';
import { Breadcrumb } from '../../ui/back-link.tsx';
import { useBackToList } from '../../ui/back-to-list.ts';
import { LoadedForm } from '../../ui/form/loaded-form.tsx';
import { PageForm } from '../../ui/form/page-form.tsx';
import { Page } from '../../ui/page.tsx';
import { subjectFields } from './subject-dialog.tsx';

/** A new subject of a course, where its address is opened: without the list, which has a dialog for the same. */
export const NewSubjectPage = (place: { courseId: string }) => {
	const course = useQuery(itemQuery(courses, place));
	const list = linkOptions({ to: SUBJECTS, params: place });
	const leave = useBackToList(list);
	return (
		<Page
			title="Add Subject"
			subtitle={course.data?.name}
			back={<Breadcrumb of={['Courses', 'Course', 'Subjects']} place={place} />}
			narrow
		>
			<LoadedForm query={course} resource={courses} loading="Loading course details...">
				{() => (
					<PageForm
						resource={subjects}
						place={place}
						start={subjects.start()}
						fallback="Failed to create subject"
						submit="Create Subject"
						pending="Creating..."
						cancel={list}
						leave={leave}
					>
						{subjectFields}
					</PageForm>
				)}
			</LoadedForm>
		</Page>
	);
};
