import type { Course } from '#shared/contract/courses.ts';

/** Names that the route table or the browser would take for something else. */
const TAKEN = new Set(['edit', 'subjects', 'examsets', '.', '..']);

/** The name as it stands in the address of a course; a space after it keeps a taken word apart. */
export const nameInAddress = ({ name }: Pick<Course, 'name'>) =>
	TAKEN.has(name) ? `${name} ` : name;
