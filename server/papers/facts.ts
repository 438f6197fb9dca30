/** When a paper was sat, as KNEC and CDACC name it; `other` are months that neither names. */
export type PaperSeries = 'march' | 'july' | 'november' | 'other';
export type PaperKind = 'paper' | 'marking_scheme' | 'other';

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
	/** Four digits. */
	year: number | null;
	series: PaperSeries | null;
	/** `1` of Paper 1, `2` of 1807/301/2, `A` of Part A. */
	part: string | null;
	kind: PaperKind | null;
	/** What each folder that it lies in says besides, the nearest first. */
	folders: string[];
	from: Partial<Record<'codes' | 'title' | 'year' | 'series' | 'kind', Origin>>;
	doubts: Doubt[];
}

/** What the first page of a paper says. */
export interface CoverFacts {
	codes: string[];
	title: string | null;
	/** The year of the sitting that is printed, which a late sitting does not change. */
	year: number | null;
	series: PaperSeries | null;
	kind: PaperKind | null;
	/** Of "This paper consists of 4 printed pages". */
	stated_pages: number | null;
	/** Of "This paper consists of EIGHT questions". */
	stated_questions: number | null;
}
