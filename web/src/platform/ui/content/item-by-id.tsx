import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { getItemPlace, type ItemPlaceOf } from '#shared/contract/content/resource.ts';
import { buildItemByIdQuery, type CrossList } from '../../api/queries.ts';
import { LoadedForm } from '../form/loaded-form.tsx';
import { Loading } from '../loading/loading.tsx';
import { BackLink } from '../page/back-link.tsx';
import { Page } from '../page/page.tsx';
import { CourseStrip } from './course-strip.tsx';

interface ItemByIdProps<L extends CrossList> {
	list: L;
	/** The screen at the nested address, once its parents are known. */
	Screen: (place: ItemPlaceOf<L['resource']>) => ReactNode;
}

/** Finds an item whose address does not name its parents, and shows the screen of the nested address. */
export const ItemById = <L extends CrossList>({ list, Screen }: ItemByIdProps<L>) => {
	const ids: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
	const id = ids[list.resource.param] ?? '';
	const query = useQuery(buildItemByIdQuery(list, id));
	const { label, plural } = list.resource;
	const loading = `Loading ${label.toLowerCase()}...`;
	// Keeps the item once it was found: its own screen reports later failures.
	if (query.data) {
		const place = getItemPlace(list.resource as L['resource'], query.data as { id: string });
		return (
			<CourseStrip {...(place as { courseId: string })}>
				<Screen {...place} />
			</CourseStrip>
		);
	}
	if (query.isError) {
		return (
			<Page
				title={label}
				back={<BackLink to={`/admin${list.path}` as '/admin'}>{plural}</BackLink>}
				narrow
			>
				<LoadedForm query={query} resource={list.resource} id={id}>
					{() => null}
				</LoadedForm>
			</Page>
		);
	}
	return <Loading text={loading} />;
};
