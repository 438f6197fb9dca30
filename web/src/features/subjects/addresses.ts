/** The subjects of a course. */
export const SUBJECTS = '/admin/courses/$courseId/subjects/list';
/** One subject. */
export const SUBJECT = '/admin/courses/$courseId/subjects/$subjectId';
/** What lies under a subject. */
export const SUBJECT_TOPICS = '/admin/courses/$courseId/subjects/$subjectId/topics';
export const SUBJECT_EXAM_SETS = '/admin/courses/$courseId/subjects/$subjectId/examsets';
