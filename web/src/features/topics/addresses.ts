/** The topics of a subject. */
export const TOPICS = '/admin/courses/$courseId/subjects/$subjectId/topics';
/** One topic, or `new`. */
export const TOPIC = '/admin/courses/$courseId/subjects/$subjectId/topics/$topicId';
/** The subject that they lie under, and its siblings. */
export const SUBJECT = '/admin/courses/$courseId/subjects/$subjectId';
export const SUBJECTS = '/admin/courses/$courseId/subjects/list';
