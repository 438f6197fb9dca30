import type { PlaceOf } from '#shared/contract/resource.ts';
import type { Topic, topics } from '#shared/contract/topics.ts';

/** A topic with its place, which an answer under a parent does not repeat. */
export interface TopicRow extends Topic {
	place: PlaceOf<typeof topics>;
}
