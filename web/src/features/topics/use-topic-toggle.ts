import type { PlaceOf } from '#shared/contract/resource.ts';
import { topics } from '#shared/contract/topics.ts';
import { useRowToggle } from '../../ui/use-row-toggle.ts';

/** The switches of the topics of a subject. */
export const useTopicToggle = (place: PlaceOf<typeof topics>) =>
	useRowToggle(topics, place, 'Failed to update topic');
