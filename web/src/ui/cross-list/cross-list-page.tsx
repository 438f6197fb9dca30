import { IconFilterOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { courses } from '#shared/contract/courses.ts';
import { LIST_LIMIT_DEFAULT } from '#shared/contract/lists.ts';
import type { z } from '#shared/zod.ts';
import { allQuery, type CrossList, listQuery } from '../../api/queries.ts';
import { type ListState, useListState } from '../address/list-state.ts';
import { searchParams } from '../address/search-params.ts';
import { kindIcons } from '../kind-icons.ts';
import { titled } from '../labels.ts';
import { FilterBar, FilterField, SearchField } from '../list/filter-bar.tsx';
import { ClearFilters, Filters } from '../list/filters.tsx';
import { FindFilter } from '../list/find-filter.tsx';
import { PagedList } from '../list/paged-list.tsx';
import { Empty } from '../loading/empty.tsx';
import { LinkButton } from '../page/links.tsx';
import { Page } from '../page/page.tsx';
import { Selecting } from '../select/selecting.tsx';
import type { Column } from '../table/columns.ts';
import { DataTable } from '../table/data-table.tsx';
import { TableSkeleton } from '../table/table-skeleton.tsx';
import { type Choice, choices, shownOf } from './choices.ts';
import { courseNames } from './course-names.ts';
import classes from './cross-list.module.css';

/** What finds the rows of a list, whatever page and order they are shown in. */
const whereOf = ({ page, limit, sort, ...where }: Record<string, unknown>) =>
	Object.fromEntries(
		Object.entries(where).filter(([, value]) => value !== undefined && value !== ''),
	) as Record<string, string>;

interface CrossListPageProps<L extends CrossList, Row extends { id: string }> {
	list: L;
	columns: readonly Column<Row>[];
	filters: readonly Choice[];
	/** More to narrow it by, kept in the address under these names. */
	more?: { names: readonly (keyof ListState)[]; fields: ReactNode };
	/** What can be done with a row. */
	actions?: (row: Row) => ReactNode;
	/** Where one is made, for when there is none at all. */
	none: string;
	/** The catalogue's heading and fallback for a list that cannot be loaded, where those are others. */
	heading?: string;
	fallback?: string;
}

/** One kind of content across all courses: searched, narrowed, sorted and paged by the server. */
export const CrossListPage = <L extends CrossList, Row extends { id: string }>(
	props: CrossListPageProps<L, Row>,
) => {
	const { list, columns, filters, more, actions, none, ...words } = props;
	const { plural } = list.resource;
	const [title, noun] = [titled({ label: plural }), plural.toLowerCase()];
	const [state] = useListState();
	const read = searchParams(list.query);
	const query = read(state) as z.infer<L['query']>;
	const page = useQuery(allQuery(list, query));
	// What the address may sort by.
	const sortable = columns.map(({ id }) => id).filter((id) => read({ sort: id }).sort);
	const found = page.data && { where: whereOf(query), total: page.data.total };
	const narrowing: (keyof ListState)[] = [
		...(['search', 'course_id'] as const),
		...filters,
		...(more?.names ?? []),
	];
	const isNarrowed = narrowing.some((name) => query[name] !== undefined);
	return (
		<Page title={title} subtitle={`All ${noun} of all courses`}>
			<FilterBar>
				<SearchField label={`Search ${noun}`} />
				<Filters names={narrowing.filter((name) => name !== 'search')}>
					<FindFilter
						{...{ name: 'course_id', label: 'Course', plural: 'courses', all: 'All courses' }}
						query={listQuery(courses, {})}
						namesIn={courseNames}
						{...(more && { clears: more.names })}
					/>
					{more?.fields}
					{shownOf(filters, query).map((name) => (
						<FilterField key={name} name={name} {...choices[name]} />
					))}
				</Filters>
			</FilterBar>
			<Selecting resource={list.resource} found={found}>
				<PagedList
					query={page}
					limit={LIST_LIMIT_DEFAULT}
					loading={`Loading ${noun}...`}
					heading={`Error loading ${noun}`}
					skeleton={<TableSkeleton rows={10} sorts />}
					{...words}
					empty={
						<div role="status">
							{isNarrowed ? (
								<Empty
									icon={IconFilterOff}
									title={`No ${noun} match`}
									text="Try another search, or remove a filter."
									action={<ClearFilters names={narrowing} />}
								/>
							) : (
								<Empty
									icon={kindIcons[list.resource.word]}
									title={`No ${noun} yet`}
									text={none}
									action={<LinkButton to="/admin/courses">Go to courses</LinkButton>}
								/>
							)}
						</div>
					}
				>
					{({ data }) => (
						<div className={classes.rows}>
							<DataTable
								label={title}
								columns={columns}
								sortable={sortable}
								actions={actions}
								rows={data as unknown as Row[]}
								defaultSort="name"
								sortedByServer
							/>
						</div>
					)}
				</PagedList>
			</Selecting>
		</Page>
	);
};
