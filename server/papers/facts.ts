import type { Series } from '#shared/contract/exam-sets.ts';
import type { Inside } from '#shared/contract/insides.ts';
import type { PaperKind } from '#shared/contract/past-papers.ts';

/** What a text says in two ways, so that a person must say which is meant. */
export interface Doubt {
	about: 'year' | 'series' | 'kind';
	/** As they are to be read: years, series or kinds. */
	values: string[];
	/** Whether the name alone says both, or the name one and its folder the other. */
	where: 'name' | 'folder' | 'both';
}

/** Where in a path something was read. */
export type Origin = 'name' | 'folder';

/** What the path of a file says about the paper in it. */
export interface PaperFacts {
	/** As `2521/303`, `1807/301/2`, `1052` (Single and Group), `IT/CU/ICT/CR/3/6`; one paper may have several. */
	codes: string[];
	/** The four digits of courses, those of the codes first: hints, no paper is told by them. */
	courseCodes: string[];
	/** What the name says besides, in reading case; null where it says no word. */
	title: string | null;
	year: number | null;
	series: Series | null;
	/** `1` of Paper 1, `2` of 1807/301/2, `A` of Part A. */
	part: string | null;
	kind: PaperKind | null;
	/** What each folder that it lies in says besides, the nearest first. */
	folders: string[];
	from: Partial<Record<'codes' | 'title' | 'year' | 'series' | 'kind', Origin>>;
	doubts: Doubt[];
}

/** What the first page of a paper says: of the year that is printed, which a late sitting does not change. */
export type CoverFacts = Pick<
	Inside,
	'codes' | 'title' | 'year' | 'series' | 'kind' | 'stated_pages' | 'stated_questions'
>;
