import { Button } from '@mantine/core';
import { IconFilterOff, type TablerIcon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import type { z } from '#shared/zod.ts';
import { allQuery, type CrossList } from '../../api/queries.ts';
import { Empty } from '../empty.tsx';
import { titled } from '../labels.ts';
import { LinkButton } from '../links.tsx';
import { FilterBar, FilterField, SearchField } from '../list/filter-bar.tsx';
import { useListState } from '../list-state.ts';
import { Loaded } from '../loaded.tsx';
import { Page } from '../page.tsx';
import { searchParams } from '../search-params.ts';
import type { Column } from '../table/content-columns.tsx';
import { TableSkeleton } from '../table/table-skeleton.tsx';
import { CourseFilter } from './course-filter.tsx';
import { CrossListRows } from './cross-list-rows.tsx';

/** The choices that a list may be narrowed to, beside its course. */
const choices = {
	published: { label: 'Status', all: 'Any status', options: { true: 'Published', false: 'Draft' } },
	free: { label: 'Access', all: 'Any access', options: { true: 'Free', false: 'Premium' } },
} as const;

const narrowed = { search: undefined, course_id: undefined, published: undefined, free: undefined };

interface CrossListPageProps<L extends CrossList, Row extends { id: string }> {
	list: L;
	icon: TablerIcon;
	columns: readonly Column<Row>[];
	filters: readonly (keyof typeof choices)[];
	/** What can be done with a row. */
	actions?: (row: Row) => ReactNode;
	/** Where one is made, for when there is none at all. */
	none: string;
	/** The catalogue's heading and fallback for a list that cannot be loaded. */
	heading?: string;
	fallback?: string;
}

/** One kind of content across all courses: searched, narrowed, sorted and paged by the server. */
export const CrossListPage = <L extends CrossList, Row extends { id: string }>(
	props: CrossListPageProps<L, Row>,
) => {
	const { list, icon, columns, filters, actions, none, ...words } = props;
	const { plural } = list.resource;
	const [title, noun] = [titled({ label: plural }), plural.toLowerCase()];
	const [state, change] = useListState();
	const query = searchParams(list.query)(state) as z.infer<L['query']>;
	const page = useQuery(allQuery(list, query));
	// What the address may sort by.
	const sortable = useMemo(() => {
		const read = searchParams(list.query);
		return columns.map(({ id = '' }) => id).filter((id) => read({ sort: id }).sort);
	}, [columns, list]);
	const isNarrowed = ['search', 'course_id', ...filters].some((name) => query[name] !== undefined);
	return (
		<Page title={title} subtitle={`All ${noun} of all courses`}>
			<FilterBar>
				<SearchField label={`Search ${noun}`} />
				<CourseFilter />
				{filters.map((name) => (
					<FilterField key={name} name={name} {...choices[name]} />
				))}
			</FilterBar>
			<Loaded
				query={page}
				loading={`Loading ${noun}...`}
				skeleton={<TableSkeleton rows={10} />}
				{...words}
			>
				{({ data, total }) => {
					if (total > 0) {
						return (
							<CrossListRows
								label={title}
								columns={columns}
								sortable={sortable}
								actions={actions}
								rows={data as unknown as Row[]}
								total={total}
								busy={page.isPlaceholderData}
							/>
						);
					}
					return (
						<div role="status">
							{isNarrowed ? (
								<Empty
									icon={IconFilterOff}
									title={`No ${noun} match`}
									text="Try another search, or take a filter away."
									action={
										<Button variant="default" onClick={() => change(narrowed)}>
											Clear filters
										</Button>
									}
								/>
							) : (
								<Empty
									icon={icon}
									title={`No ${noun} yet`}
									text={none}
									action={<LinkButton to="/admin/courses">Go to courses</LinkButton>}
								/>
							)}
						</div>
					);
				}}
			</Loaded>
		</Page>
	);
};
