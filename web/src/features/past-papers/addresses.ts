/** The past papers of an exam set. */
export const PAPERS = '/admin/courses/$courseId/examsets/$examSetId/pastpapers';
/** One past paper, or `new`. */
export const PAPER = '/admin/courses/$courseId/examsets/$examSetId/pastpapers/$paperId';
/** The exam set that they lie under, and its siblings. */
export const EXAM_SET = '/admin/courses/$courseId/examsets/$examSetId';
export const EXAM_SETS = '/admin/courses/$courseId/examsets/list';

/** What an address of past papers needs. */
export interface PapersPlace {
	courseId: string;
	examSetId: string;
}
