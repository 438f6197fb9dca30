import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { courses } from '#shared/contract/content/courses.ts';
import { examSets } from '#shared/contract/content/exam-sets.ts';
import type { AnyResource } from '#shared/contract/content/resource.ts';
import { subjects } from '#shared/contract/content/subjects.ts';
import { listQuery } from '../../api/queries.ts';
import { DialogFoot } from '../dialog/dialog-foot.tsx';
import { Modal } from '../dialog/modal.tsx';
import { listCourseNames } from '../fields/find-filter.tsx';
import { SearchableSelect } from '../fields/searchable-select.tsx';
import { formatItemCount } from '../format/counted.ts';
import type { Opened } from '../loading/on-demand.tsx';

interface MoveDialogProps extends Opened {
	resource: AnyResource;
	count: number;
	/** Called with the ids of the new parent and its parents, by the field names of the item. */
	onChosen: (to: Record<string, string>) => void;
}

/** The parent between a course and the rows, with the field that has its id. */
const parentKinds = {
	topics: { resource: subjects, field: 'subject_id' },
	pastPapers: { resource: examSets, field: 'examset_id' },
} as const;

const getParentKind = ({ key }: AnyResource) =>
	(parentKinds as Partial<Record<string, (typeof parentKinds)[keyof typeof parentKinds]>>)[key];

/** Returns the label of an exam set, with the year if the name lacks it. */
const formatLabel = ({ name, year }: { name: string; year?: number }) =>
	year === undefined || name.includes(String(year)) ? name : `${name} (${year})`;

/** Returns the text for an empty list of choices: loading, failed, or `none`. */
const describeEmpty = ({ data, isError }: { data: unknown; isError: boolean }, none: string) => {
	if (isError) return 'Could not load the list';
	return data === undefined ? 'Loading…' : none;
};

const DestinationForm = ({ onClose, resource, count, onChosen }: MoveDialogProps) => {
	const [courseId, setCourse] = useState<string | null>(null);
	const [parentId, setParent] = useState<string | null>(null);
	const parentKind = getParentKind(resource);
	const allCourses = useQuery(listQuery(courses, {}));
	const parents = useQuery({
		...listQuery(parentKind?.resource ?? subjects, { courseId: courseId ?? '' }),
		enabled: parentKind !== undefined && courseId !== null,
	});
	const ready = courseId !== null && (!parentKind || parentId !== null);
	const choose = () => {
		if (!ready) return;
		onChosen({
			course_id: courseId,
			...(parentKind && parentId && { [parentKind.field]: parentId }),
		});
	};
	return (
		<form
			onSubmit={(event) => {
				event.preventDefault();
				choose();
			}}
		>
			<Stack gap="md">
				<SearchableSelect
					label="Course"
					placeholder="Type to find a course"
					data={listCourseNames(allCourses.data ?? []).map(([value, label]) => ({ value, label }))}
					value={courseId}
					onChange={(id) => {
						setCourse(id);
						setParent(null);
					}}
					nothingFoundMessage={describeEmpty(allCourses, 'No course matches')}
					comboboxProps={{ zIndex: 310 }}
					data-autofocus
				/>
				{parentKind && (
					<SearchableSelect
						label={parentKind.resource.label}
						placeholder={`Type to find ${parentKind.resource.label === 'Subject' ? 'a subject' : 'an exam set'}`}
						data={(parents.data ?? []).map((each) => ({
							value: each.id,
							label: formatLabel(each),
						}))}
						value={parentId}
						onChange={setParent}
						disabled={courseId === null}
						nothingFoundMessage={describeEmpty(parents, 'None matches')}
						comboboxProps={{ zIndex: 310 }}
					/>
				)}
				<Text size="sm" c="dimmed">
					{count === 1 ? 'It comes' : 'They come'} last in order there.
					{resource.key === 'pastPapers' &&
						' In another course, a paper no longer belongs to its subject.'}
				</Text>
			</Stack>
			<DialogFoot>
				<Button variant="default" onClick={onClose}>
					Cancel
				</Button>
				<Button type="submit" disabled={!ready}>
					Move {formatItemCount(resource.slug, count)}
				</Button>
			</DialogFoot>
		</form>
	);
};

/** Asks for the destination of several items: a course, or a subject or exam set in a course, found by typing. */
export const MoveDialog = (props: MoveDialogProps) => (
	<Modal
		opened={props.opened}
		onClose={props.onClose}
		title={`Move ${formatItemCount(props.resource.slug, props.count)}`}
	>
		<DestinationForm {...props} />
	</Modal>
);
