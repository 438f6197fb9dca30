import { SegmentedControl, Text } from '@mantine/core';
import { IconVersions } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnyResource } from '#shared/contract/resource.ts';
import type { ResourceWord } from '#shared/contract/resources.ts';
import type { ItemVersion } from '#shared/contract/versions.ts';
import { useMay } from '../../api/account.ts';
import { auditQuery, historyQuery } from '../../api/audit.ts';
import { fetchData } from '../../api/client.ts';
import { Empty } from '../loading/empty.tsx';
import { Loaded } from '../loading/loaded.tsx';
import { Skeleton } from '../loading/loading.tsx';
import { useMayEdit } from '../page/for-editors.tsx';
import { AuditList } from './audit-list.tsx';
import { CompareVersions } from './compare-versions.tsx';
import { UndoableOperations } from './undo-here.tsx';
import { formatVersionTime, type OneItem, type RestoreOptions } from './use-restore-version.ts';

/** Fetches the stored versions of an item, newest first; the first is the current one. */
const versionsQuery = (word: ResourceWord, id: string) =>
	queryOptions({
		queryKey: ['versions', word, id],
		queryFn: fetchData<ItemVersion[]>(`/versions/${word}/${encodeURIComponent(id)}`),
		staleTime: 0,
	});

interface VersionsProps<R extends AnyResource> extends RestoreOptions<R> {
	id: string;
}

/** Renders two versions of an item next to each other, with a choice of versions. */
const Versions = <R extends AnyResource>(props: VersionsProps<R>) => (
	<Loaded
		query={useQuery(versionsQuery(props.resource.word, props.id))}
		loading="Loading versions..."
		fallback="Failed to load the versions"
		skeleton={<Skeleton height={220} />}
	>
		{(versions) => {
			const [now, previous] = versions;
			if (!now) return null;
			if (previous) return <CompareVersions {...props} versions={versions} />;
			return (
				<Empty
					icon={IconVersions}
					title="One version so far"
					text={`Saved ${formatVersionTime(now)}. Each further save keeps the previous version here.`}
				/>
			);
		}}
	</Loaded>
);

const Activity = ({ resource, id }: { resource: AnyResource; id: string }) => {
	const { kind } = resource;
	const mayEdit = useMayEdit();
	const withAddresses = auditQuery({ item_kind: kind, item_id: id });
	const query = useMay('audit:read') ? withAddresses : historyQuery(kind, id);
	return (
		<>
			{mayEdit && kind === 'course' && <UndoableOperations itemId={id} history={query} />}
			<AuditList
				query={query}
				order={3}
				own={resource}
				empty={{ title: 'No activity yet', text: 'Every change from now on is listed here.' }}
			/>
		</>
	);
};

const VIEWS = [
	{ value: 'versions', label: 'Versions' },
	{ value: 'activity', label: 'Activity' },
];

interface ItemHistoryProps<R extends AnyResource> extends OneItem<R> {
	onClose: () => void;
}

/** Renders the versions of an item, to compare and restore, or everything that was done to it. */
export const ItemHistory = <R extends AnyResource>(props: ItemHistoryProps<R>) => {
	const { resource, place, name, onClose } = props;
	const [view, setView] = useState('versions');
	const id = (place as Record<string, string>)[resource.param] ?? '';
	return (
		<>
			<Text c="dimmed" mb="sm" style={{ overflowWrap: 'anywhere' }}>
				{name}
			</Text>
			<SegmentedControl
				aria-label="Show"
				mb="md"
				w={{ base: '100%', sm: 'auto' }}
				data={VIEWS}
				value={view}
				onChange={setView}
			/>
			{view === 'versions' ? (
				<Versions resource={resource} place={place} id={id} name={name} onRestored={onClose} />
			) : (
				<Activity resource={resource} id={id} />
			)}
		</>
	);
};
