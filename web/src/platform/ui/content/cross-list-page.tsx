import { IconFilterOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { now } from '#shared/clock.ts';
import { seriesWords, YEAR_MIN } from '#shared/contract/content/exam-sets.ts';
import { paperKindWords } from '#shared/contract/content/past-papers.ts';
import { LIST_LIMIT_DEFAULT, NONE } from '#shared/contract/platform/lists.ts';
import { toYear } from '#shared/east-africa-time.ts';
import type { z } from '#shared/zod.ts';
import { usePart } from '../../api/account.ts';
import { buildAllQuery, type CrossList } from '../../api/queries.ts';
import { type ListState, useListState } from '../address/list-state.ts';
import { searchParams } from '../address/search-params.ts';
import { CourseFilter } from '../fields/find-filter.tsx';
import { Empty } from '../loading/empty.tsx';
import { kindIcons } from '../page/kind-icons.ts';
import { LinkButton } from '../page/links.tsx';
import { Page } from '../page/page.tsx';
import { Selecting } from '../selection/select-box.tsx';
import type { Column } from '../table/columns.ts';
import { DataTable } from '../table/data-table.tsx';
import {
	ClearFilters,
	FilterBar,
	FilterField,
	Filters,
	SearchField,
} from '../table/filter-bar.tsx';
import { PagedList } from '../table/pager.tsx';
import { ViewButton } from './view-button.tsx';

/** Returns all valid years of an exam set, up to next year, because the coverage grid links to any of them. */
const listYears = () => {
	const next = toYear(new Date(now())) + 1;
	return Object.fromEntries(
		Array.from({ length: next - YEAR_MIN + 1 }, (_, back) => [`${next - back}`, `${next - back}`]),
	);
};

/** The filters of lists across all courses, other than the course. */
export const choices = {
	published: {
		label: 'Status',
		all: 'Any status',
		options: { true: 'Published', false: 'Draft' },
		others: { scheduled: 'Scheduled' },
	},
	free: { label: 'Access', all: 'Any access', options: { true: 'Free', false: 'Premium' } },
	without_file: {
		label: 'File',
		all: 'File or none',
		options: { true: 'Without a file', false: 'With a file' },
		others: { with_problems: 'Has reports' },
	},
	without_papers: {
		label: 'Papers',
		all: 'Papers or none',
		options: { true: 'Without papers', false: 'With papers' },
	},
	year: {
		label: 'Year',
		all: 'Any year',
		// Not when the module loads: the clock of the server is known from the first answer on.
		get options() {
			return listYears();
		},
	},
	series: {
		label: 'Series',
		all: 'Any series',
		options: { ...seriesWords, [NONE]: 'No series' },
	},
	kind: { label: 'Kind', all: 'Any kind', options: paperKindWords },
} as const;
export type Choice = keyof typeof choices;

/** Filters that are hidden until another one is set, to keep the others in one line. */
const SHOWN_AFTER: Partial<Record<Choice, Choice>> = { series: 'year', kind: 'year' };

/** Returns the names of the filters to show; a filter that is set is always shown. */
const listVisibleFilters = (names: readonly Choice[], chosen: Partial<Record<Choice, unknown>>) =>
	names.filter((name) => {
		const first = SHOWN_AFTER[name];
		return !first || chosen[first] !== undefined || chosen[name] !== undefined;
	});

/** Returns the filters of a query without paging and order. */
const getFilters = ({ page, limit, sort, ...where }: Record<string, unknown>) =>
	Object.fromEntries(
		Object.entries(where).filter(([, value]) => value !== undefined && value !== ''),
	) as Record<string, string>;

/** Options of a list across all courses. */
export interface CrossListOptions<L extends CrossList, Row extends { id: string }> {
	list: L;
	columns: readonly Column<Row>[];
	filters: readonly Choice[];
	/** More filters, kept in the address under these names. */
	more?: { names: readonly (keyof z.infer<L['query']> & string)[]; fields: ReactNode };
	/** Renders the actions of a row. */
	actions?: (row: Row) => ReactNode;
	/** Text of the empty list: where to create the first item. */
	none: string;
	/** The heading and fallback text of a failed load, if the error catalogue has others for this list. */
	heading?: string;
	fallback?: string;
}

/** Returns the columns of this site: without learners, nothing is opened. */
const useColumns = <Row extends object>(columns: readonly Column<Row>[]) => {
	const hasLearners = usePart('learners');
	return useMemo(
		() => columns.filter(({ id }) => hasLearners || id !== 'opened'),
		[columns, hasLearners],
	);
};

/** Renders a list of one kind of content across all courses; the server searches, filters, sorts and pages it. */
export const CrossListPage = <L extends CrossList, Row extends { id: string }>(
	props: CrossListOptions<L, Row>,
) => {
	const { list, filters, more, actions, none, ...failureTexts } = props;
	const { plural } = list.resource;
	const [title, noun] = [plural, plural.toLowerCase()];
	const columns = useColumns(props.columns);
	const [state] = useListState();
	const read = searchParams(list.query);
	const query = read(state) as z.infer<L['query']>;
	const page = useQuery(buildAllQuery(list, query));
	// Columns that the address may sort by.
	const sortable = columns.map(({ id }) => id).filter((id) => read({ sort: id }).sort);
	const allRows = page.data && { where: getFilters(query), total: page.data.total };
	const moreNames = more?.names as readonly (keyof ListState)[] | undefined;
	const narrowing: (keyof ListState)[] = [
		...(['search', 'course_id'] as const),
		...filters,
		...(['scheduled', 'with_problems'] as const),
		...(moreNames ?? []),
	];
	const isNarrowed = narrowing.some((name) => query[name] !== undefined);
	return (
		<Page title={title} actions={<ViewButton isNarrowed={isNarrowed} />}>
			<FilterBar>
				<SearchField label={`Search ${noun}`} />
				<Filters names={narrowing.filter((name) => name !== 'search')}>
					<CourseFilter {...(moreNames && { clears: moreNames })} />
					{more?.fields}
					{listVisibleFilters(filters, query).map((name) => (
						<FilterField key={name} name={name} {...choices[name]} />
					))}
				</Filters>
			</FilterBar>
			<Selecting resource={list.resource} allRows={allRows}>
				<PagedList
					query={page}
					limit={LIST_LIMIT_DEFAULT}
					loading={`Loading ${noun}...`}
					heading={`Error loading ${noun}`}
					{...failureTexts}
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
									icon={kindIcons[list.resource.slug]}
									title={`No ${noun} yet`}
									text={none}
									action={<LinkButton to="/admin/courses">Go to courses</LinkButton>}
								/>
							)}
						</div>
					}
				>
					{({ data }) => (
						<DataTable
							label={title}
							columns={columns}
							sortable={sortable}
							actions={actions}
							rows={data as unknown as Row[]}
							defaultSort="name"
							sortedByServer
						/>
					)}
				</PagedList>
			</Selecting>
		</Page>
	);
};
