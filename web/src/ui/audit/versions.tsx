import { IconVersions } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { AnyResource } from '#shared/contract/resource.ts';
import type { ResourceWord } from '#shared/contract/resources.ts';
import type { ItemVersion } from '#shared/contract/versions.ts';
import { fetchData } from '../../api/client.ts';
import { Empty } from '../loading/empty.tsx';
import { Loaded } from '../loading/loaded.tsx';
import { Skeleton } from '../loading/skeleton.tsx';
import { CompareVersions } from './compare-versions.tsx';
import { formatVersionTime, type RestoreOptions } from './use-restore-version.ts';

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
export const Versions = <R extends AnyResource>(props: VersionsProps<R>) => (
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
