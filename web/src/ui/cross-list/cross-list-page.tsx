import { IconFilterOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { courses } from '#shared/contract/courses.ts';
import type { z } from '#shared/zod.ts';
import { allQuery, type CrossList, listQuery } from '../../api/queries.ts';
import { Empty } from '../empty.tsx';
import { kindIcons } from '../kind-icons.ts';
import { titled } from '../labels.ts';
import { LinkButton } from '../links.tsx';
import { FilterBar, FilterField, SearchField } from '../list/filter-bar.tsx';
import { ClearFilters, Filters } from '../list/filters.tsx';
import { FindFilter, type FindFilterProps } from '../list/find-filter.tsx';
import { type ListState, useListState } from '../list-state.ts';
import { Loaded } from '../loaded.tsx';
import { Page } from '../page.tsx';
import { searchParams } from '../search-params.ts';
import { Selecting } from '../select/selecting.tsx';
import type { Column } from '../table/content-columns.tsx';
import { useWide } from '../table/shape.ts';
import { TableSkeleton } from '../table/table-skeleton.tsx';
import { LinesSkeleton } from '../two-lines.tsx';
import { type Choice, choices } from './choices.ts';
import { courseNames } from './course-names.ts';
import { CrossListRows } from './cross-list-rows.tsx';

/** Narrows a list across all courses to one of them. Their names are fetched when somebody wants to. */
const CourseFilter = ({ clears }: Pick<FindFilterProps, 'clears'>) => {
	const [{ course_id }] = useListState();
	const [wanted, setWanted] = useState(false);
	const { data, isError } = useQuery({
		...listQuery(courses, {}),
		enabled: wanted || course_id !== undefined,
	});
	const options = useMemo(() => {
		const found: Record<string, string> = Object.fromEntries(courseNames(data ?? []));
		// A choice that is not in the list still narrows it, so it has to be seen to be taken back.
		if (course_id && found[course_id] === undefined)
			found[course_id] = data ? 'Unknown course' : 'Loading…';
		return found;
	}, [data, course_id]);
	return (
		<FindFilter
			name="course_id"
			{...(clears && { clears })}
			label="Course"
			all="All courses"
			options={options}
			onWanted={() => setWanted(true)}
			{...(data === undefined && {
				nothing: isError ? 'The courses could not be loaded' : 'Loading…',
			})}
		/>
	);
};

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
	const query = searchParams(list.query)(state) as z.infer<L['query']>;
	const page = useQuery(allQuery(list, query));
	// What the address may sort by.
	const sortable = useMemo(() => {
		const read = searchParams(list.query);
		return columns.map(({ id = '' }) => id).filter((id) => read({ sort: id }).sort);
	}, [columns, list]);
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
					<CourseFilter {...(more && { clears: more.names })} />
					{more?.fields}
					{filters.map((name) => (
						<FilterField key={name} name={name} {...choices[name]} />
					))}
				</Filters>
			</FilterBar>
			<Selecting resource={list.resource} found={found}>
				<Loaded
					query={page}
					loading={`Loading ${noun}...`}
					heading={`Error loading ${noun}`}
					skeleton={useWide() ? <TableSkeleton rows={10} /> : <LinesSkeleton rows={10} sorts />}
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
						);
					}}
				</Loaded>
			</Selecting>
		</Page>
	);
};
