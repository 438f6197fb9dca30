import { pastPapers } from '#shared/contract/past-papers.ts';
import { useRowToggle } from '../../ui/use-row-toggle.ts';
import type { PapersPlace } from './addresses.ts';

/** The switches of the past papers of an exam set. */
export const usePaperToggle = (place: PapersPlace) =>
	useRowToggle(pastPapers, place, 'Failed to update past paper');
