import { SegmentedControl, Text } from '@mantine/core';
import { IconVersions } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { AnyResource } from '#shared/contract/content/resource.ts';
import type { ResourceWord } from '#shared/contract/content/resources.ts';
import type { ItemVersion } from '#shared/contract/content/versions.ts';
import { editAddress } from '../../../addresses.ts';
import { useMay } from '../../api/account.ts';
import { buildAuditQuery, buildHistoryQuery } from '../../api/audit.ts';
import { queryCall } from '../../api/calls.ts';
import { buildItemOperationsQuery } from '../../api/operations.ts';
import { CompareVersions, formatVersionTime, type OneItem } from '../audit/compare-versions.tsx';
import { UndoableOperations } from '../audit/undo-here.tsx';
import type { Values } from '../fields/use-form.ts';
import { fillIn } from '../form/earlier-values.ts';
import { Empty } from '../loading/empty.tsx';
import { Loaded } from '../loading/loaded.tsx';
import { Loading } from '../loading/loading.tsx';
import { notify } from '../notifications/notifications.tsx';
import { useMayEdit } from '../page/for-editors.tsx';
import { AuditList } from './audit-list.tsx';

/** Fetches the stored versions of an item, newest first; the first is the current one. */
const buildVersionsQuery = (word: ResourceWord, id: string) =>
	queryOptions({
		queryKey: ['versions', word, id],
		queryFn: queryCall('GET /versions/:kind/:id', { params: { kind: word, id } }),
		staleTime: 0,
	});

/** Returns a function that opens the form of an item with the values of a version, where they can be saved. */
const useRestoreVersion = ({ resource, place, id, onClose }: VersionsProps<AnyResource>) => {
	const { history } = useRouter();
	const path = useLocation({ select: ({ pathname }) => pathname });
	return (version: ItemVersion) => {
		fillIn(id, version.item as Values);
		onClose();
		const address = editAddress(resource, place);
		if (path !== address) history.push(address);
		notify({
			about: 'restore',
			good: true,
			title: `Version of ${formatVersionTime(version)} filled in`,
			message: 'Save to restore this version.',
		});
	};
};

interface VersionsProps<R extends AnyResource> extends OneItem<R> {
	id: string;
	onClose: () => void;
}

/** Renders two versions of an item next to each other, with a choice of versions. */
const Versions = (props: VersionsProps<AnyResource>) => {
	const restore = useRestoreVersion(props);
	return (
		<Loaded
			query={useQuery(buildVersionsQuery(props.resource.slug, props.id))}
			loading="Loading versions..."
			fallback="Failed to load the versions"
			height={220}
		>
			{(versions) => {
				const [now, previous] = versions;
				if (!now) return null;
				if (previous) return <CompareVersions {...props} versions={versions} onRestore={restore} />;
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
};

const Activity = ({ resource, id }: { resource: AnyResource; id: string }) => {
	const { auditKind: kind } = resource;
	const mayEdit = useMayEdit();
	const withAddresses = buildAuditQuery({ item_kind: kind, item_id: id });
	const query = useMay('audit:read') ? withAddresses : buildHistoryQuery(kind, id);
	return (
		<>
			{mayEdit && <UndoableOperations itemId={id} history={query} />}
			<AuditList
				query={query}
				order={3}
				resource={resource}
				empty={{ title: 'No activity yet', text: 'Every change from now on is listed here.' }}
			/>
		</>
	);
};

const VIEWS = [
	{ value: 'versions', label: 'Versions' },
	{ value: 'activity', label: 'Activity' },
];

export interface ItemHistoryProps<R extends AnyResource> extends OneItem<R> {
	/** Its current name. */
	name: string;
	onClose: () => void;
}

/** Renders the versions of an item, to compare and restore, or everything that was done to it: first that, if it can be undone. */
export const ItemHistory = <R extends AnyResource>(props: ItemHistoryProps<R>) => {
	const { resource, place, name, onClose } = props;
	const id = (place as Record<string, string>)[resource.param] ?? '';
	const [chosen, setView] = useState<string>();
	const { data: operations, isLoading } = useQuery({
		...buildItemOperationsQuery(id),
		enabled: useMayEdit(),
	});
	const hasUndo = operations?.data.some(({ undo_until }) => undo_until !== null);
	if (isLoading) return <Loading text="Loading history..." />;
	const view = chosen ?? (hasUndo ? 'activity' : 'versions');
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
				<Versions
					resource={resource as AnyResource}
					place={place as never}
					id={id}
					onClose={onClose}
				/>
			) : (
				<Activity resource={resource} id={id} />
			)}
		</>
	);
};
