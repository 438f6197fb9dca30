import type { Course } from '#shared/contract/courses.ts';

/** Names that the route table or the browser would take for something else. */
const TAKEN = new Set(['edit', 'subjects', 'examsets', '.', '..']);

/** The name as it stands in the address of a course; a space after it keeps a taken word apart. */
export const nameInAddress = ({ name }: Pick<Course, 'name'>) =>
	TAKEN.has(name) ? `${name} ` : name;

/** Screens a course leads to. Typed as text because the address alone is known here, not the route. */
export const COURSE_BY_NAME = '/admin/courses/$courseId/$courseName' as string;
export const COURSE_SUBJECTS = '/admin/courses/$courseId/subjects/list' as string;
export const COURSE_EXAM_SETS = '/admin/courses/$courseId/examsets/list' as string;
