import type { IntakeCells } from '#shared/contract/intake.ts';
import type { CoverFacts, PaperFacts } from '../../papers/facts.ts';

/** What there is to know of a row by itself. */
export interface Read {
	/** As it lay in its folder. */
	path: string;
	/** What a person set. */
	given: IntakeCells;
	facts: PaperFacts;
	/** Of its first page; null while it is not read. */
	page: CoverFacts | null;
}
