import { courses } from '#shared/contract/courses.ts';
import { tableStore } from '../../content/table-store.ts';

export const courseStore = tableStore(courses);
