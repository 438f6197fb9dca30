/** The screens of content, as `web/src/routes/` has them. */
export const COURSES = '/admin/courses';
export const COURSE = '/admin/courses/$courseId';
/** Which papers there are: of one course, and what all courses lack. */
export const COURSE_COVERAGE = '/admin/courses/$courseId/coverage';
export const COVERAGE = '/admin/coverage';
export const SUBJECTS = '/admin/courses/$courseId/subjects/list';
export const SUBJECT = '/admin/courses/$courseId/subjects/$subjectId';
export const SUBJECT_EXAM_SETS = '/admin/courses/$courseId/subjects/$subjectId/examsets';
export const TOPICS = '/admin/courses/$courseId/subjects/$subjectId/topics';
/** One topic, or `new`; so are the exam set and the past paper. */
export const TOPIC = '/admin/courses/$courseId/subjects/$subjectId/topics/$topicId';
export const EXAM_SETS = '/admin/courses/$courseId/examsets/list';
export const EXAM_SET = '/admin/courses/$courseId/examsets/$examSetId';
export const PAPERS = '/admin/courses/$courseId/examsets/$examSetId/pastpapers';
export const PAPER = '/admin/courses/$courseId/examsets/$examSetId/pastpapers/$paperId';
