import type { AnyResource, PlaceOf } from '#shared/contract/resource.ts';
import { useToggle } from '../api/mutations.ts';
import { notifyFailure } from './notifications.tsx';

/**
 * Switches of the rows of a list: they answer at once, and roll back with the reason when the server
 * refuses. Once for a list, not once for each row: what it tells changes with every switch in it.
 * @example
 * const rows = useRowToggle(topics, { courseId, subjectId }, 'Failed to update topic');
 * <RowBusy busy={rows.isBusy(topic.id)}>
 *   <RowSwitch on={topic.isPublished} label={`Published: ${topic.name}`}
 *     onChange={(isPublished) => rows.toggle(topic.id, { isPublished })} />
 * </RowBusy>
 */
export const useRowToggle = <R extends AnyResource>(
	resource: R,
	place: PlaceOf<R>,
	fallback: string,
) => useToggle(resource, place, (error) => notifyFailure(error, fallback));
