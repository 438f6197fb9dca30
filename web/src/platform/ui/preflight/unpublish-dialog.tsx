import { useQuery, useQueryClient } from '@tanstack/react-query';
import { courses } from '#shared/contract/content/courses.ts';
import { examSets } from '#shared/contract/content/exam-sets.ts';
import type { AnyResource } from '#shared/contract/content/resource.ts';
import { subjects } from '#shared/contract/content/subjects.ts';
import type { Named, Place } from '../../api/cached-rows.ts';
import { listQuery } from '../../api/queries.ts';
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx';
import { formatItemCount, joinParts } from '../format/counted.ts';
import type { Opened } from '../loading/on-demand.tsx';
import { unpublish } from '../selection/bulk.ts';

interface UnpublishDialogProps extends Opened {
	resource: AnyResource;
	/** The ids of the item. */
	place: Place;
	item: Named;
}

/** Returns what to unpublish: the item, or what is published right below a course, which has no state of its own. */
const useGroups = ({ opened, resource, place, item }: UnpublishDialogProps) => {
	const isCourse = resource.key === courses.key;
	const inCourse = { courseId: place.courseId ?? '' };
	const enabled = opened && isCourse;
	const subjectList = useQuery({ ...listQuery(subjects, inCourse), enabled });
	const setList = useQuery({ ...listQuery(examSets, inCourse), enabled });
	if (!isCourse) return [{ resource, rows: [item] }];
	if (!subjectList.data || !setList.data) return undefined;
	return [
		{ resource: subjects, rows: subjectList.data.filter(({ published }) => published) },
		{ resource: examSets, rows: setList.data.filter((set) => set.is_published) },
	];
};

/** Asks before an item is unpublished, and offers Undo afterwards. */
export const UnpublishDialog = (props: UnpublishDialogProps) => {
	const { opened, onClose, resource, item } = props;
	const client = useQueryClient();
	const groups = useGroups(props);
	const isCourse = resource.key === courses.key;
	const counts = (groups ?? [])
		.filter(({ rows }) => rows.length > 0)
		.map((each) => formatItemCount(each.resource.slug, each.rows.length));
	return (
		<ConfirmDialog
			opened={opened}
			onClose={onClose}
			title={`Unpublish ${item.name}?`}
			submit="Unpublish"
			disabled={!groups}
			action={() => unpublish(client, groups ?? [])}
			fallback="Could not unpublish this"
		>
			Learners no longer see <strong>{item.name}</strong> or anything in it.
			{isCourse && groups && ` Back to draft: ${joinParts(counts)}.`} Items below keep their own
			state.
		</ConfirmDialog>
	);
};
