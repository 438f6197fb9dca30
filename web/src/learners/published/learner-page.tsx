import { Anchor, Switch, Text } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { courses } from '#shared/contract/content/courses.ts';
import { fileTypes } from '#shared/contract/content/files.ts';
import type { ResourceWord } from '#shared/contract/content/resources.ts';
import type { CoursePreview, LearnerItem } from '#shared/contract/learners/learners.ts';
import { formatCount } from '#shared/grouped.ts';
import { fetchData } from '../../platform/api/client.ts';
import { buildResourceKey } from '../../platform/api/query-keys.ts';
import { useListState } from '../../platform/ui/address/list-state.ts';
import { formatFileSize, getFileKind } from '../../platform/ui/files/file-words.ts';
import { formatStart } from '../../platform/ui/format/dates.ts';
import { Empty } from '../../platform/ui/loading/empty.tsx';
import { Loaded } from '../../platform/ui/loading/loaded.tsx';
import { ItemLink } from '../../platform/ui/page/links.tsx';
import { Page } from '../../platform/ui/page/page.tsx';
import { Line, Lines, Section } from '../../platform/ui/page/section.tsx';
import { AccessBadge } from '../../platform/ui/table/badges.tsx';

/** Fetches a course as learners see it; its key is invalidated with every item of the course. */
const previewQuery = (courseId: string, drafts: boolean) =>
	queryOptions({
		queryKey: [...buildResourceKey(courses), 'learner', { courseId, drafts }],
		queryFn: fetchData<CoursePreview>(`/courses/${courseId}`, {
			as: 'learner',
			...(drafts && { drafts: 'true' }),
		}),
		placeholderData: (previous) => previous,
	});

const describeFile = (file: NonNullable<LearnerItem['file']>) => {
	if (file.kind === 'file') return `${file.name}, ${formatFileSize(file.size)}`;
	return file.url === null ? 'Link, hidden without access' : `Link to ${getFileKind(file.url)}`;
};

/** Returns the address of the content that learners get; null for a hidden link. */
const buildFileAddress = (file: NonNullable<LearnerItem['file']>) => {
	if (file.kind === 'link') return file.url;
	const extension = Object.entries(fileTypes).find(([, type]) => type === file.type)?.[0];
	return `/files/${file.sha256}.${extension}`;
};

/** Renders the file of an item, which opens as learners get it. */
const ItemFile = ({ item: { name, file } }: { item: LearnerItem }) => {
	if (file === null) return 'No file';
	const address = buildFileAddress(file);
	const words = describeFile(file);
	return address === null ? (
		words
	) : (
		<Anchor
			href={address}
			target="_blank"
			rel="noreferrer"
			inherit
			aria-label={`${words}: file of ${name}`}
		>
			{words}
		</Anchor>
	);
};

interface GroupProps {
	kind: 'topics' | 'pastpapers';
	group: { name: string };
	items: readonly LearnerItem[];
}

/** Renders a subject with its topics, or an exam set with its papers. */
const Group = ({ kind, group, items }: GroupProps) => (
	<Section title={group.name}>
		{items.length === 0 ? (
			<Text size="sm" c="dimmed">
				Empty
			</Text>
		) : (
			<Lines label={group.name}>
				{items.map((item) => (
					<Line
						key={item.id}
						name={<ItemLink kind={kind} item={item} />}
						about={<ItemFile item={item} />}
					>
						<AccessBadge free={item.free} />
					</Line>
				))}
			</Lines>
		)}
	</Section>
);

type Hidden = CoursePreview['hidden'][number];

const parentWords: Partial<Record<ResourceWord, string>> = {
	topics: 'Its subject is a draft',
	pastpapers: 'Its exam set is a draft',
};

const describeReason = ({ kind, why, visible_from }: Hidden) =>
	({
		parent_draft: parentWords[kind] ?? 'Its parent is a draft',
		no_file: 'It has no file',
		later: visible_from ? `${formatStart(visible_from)}, East Africa Time` : 'It appears later',
	})[why];

const NotVisible = ({ hidden }: Pick<CoursePreview, 'hidden'>) => (
	<Section title="Published, but not available">
		<Lines label="Published, but not available">
			{hidden.map((item) => (
				<Line
					key={item.id}
					name={<ItemLink kind={item.kind} item={item} />}
					about={describeReason(item)}
				/>
			))}
		</Lines>
	</Section>
);

const Preview = ({ hidden, subjects, examsets }: CoursePreview) => {
	const items = [
		...subjects.flatMap(({ topics }) => topics),
		...examsets.flatMap(({ pastpapers }) => pastpapers),
	];
	const free = items.filter((item) => item.free).length;
	return (
		<>
			<Text size="sm" c="dimmed" mb="sm" role="status">
				{formatCount(items.length, 'topic or paper', 'topics and papers')}, {free} free
			</Text>
			{hidden.length > 0 && <NotVisible hidden={hidden} />}
			{subjects.length + examsets.length === 0 && (
				<Empty
					icon={IconEye}
					title="Learners do not see this course"
					text="A course appears when a subject or an exam set in it is published."
				/>
			)}
			{subjects.map((subject) => (
				<Group key={subject.id} kind="topics" group={subject} items={subject.topics} />
			))}
			{examsets.map((set) => (
				<Group key={set.id} kind="pastpapers" group={set} items={set.pastpapers} />
			))}
		</>
	);
};

/** Renders a course as learners see it, and what is published without being visible. */
export const LearnerPage = ({ courseId }: { courseId: string }) => {
	const [{ drafts }, change] = useListState();
	const withDrafts = drafts === 'true';
	return (
		<Page>
			<Switch
				label="As if all drafts were published"
				checked={withDrafts}
				onChange={({ currentTarget }) =>
					change({ drafts: currentTarget.checked ? 'true' : undefined })
				}
				mb="md"
			/>
			<Loaded
				query={useQuery(previewQuery(courseId, withDrafts))}
				loading="Loading the course..."
				fallback="Failed to load the course"
			>
				{(data) => <Preview {...data} />}
			</Loaded>
		</Page>
	);
};
