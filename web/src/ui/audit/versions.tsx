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
import type { RestoreOptions } from './use-restore-version.ts';
import { versionWords } from './version-words.ts';

/** Every version of an item that is kept, newest first; the first is how it is now. Read anew whenever it is opened. */
const versionsQuery = (word: ResourceWord, id: string) =>
	queryOptions({
		queryKey: ['versions', word, id],
		queryFn: fetchData<ItemVersion[]>(`/versions/${word}/${encodeURIComponent(id)}`),
		staleTime: 0,
	});

interface VersionsProps<R extends AnyResource> extends RestoreOptions<R> {
	id: string;
}

/** The versions of one item, two of them side by side. */
export const Versions = <R extends AnyResource>(props: VersionsProps<R>) => (
	<Loaded
		query={useQuery(versionsQuery(props.resource.word, props.id))}
		loading="Loading versions..."
		fallback="Failed to load the versions"
		skeleton={<Skeleton height={220} />}
	>
		{(versions) => {
			const [now, before] = versions;
			if (!now) return null;
			if (before) return <CompareVersions {...props} versions={versions} />;
			return (
				<Empty
					icon={IconVersions}
					title="One version so far"
					text={`It is as it was on ${versionWords(now)}. Each save from now on keeps the version before it here.`}
				/>
			);
		}}
	</Loaded>
);
