import { MantineProvider } from '@mantine/core';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import {
	createMemoryHistory,
	createRootRoute,
	createRouter,
	RouterProvider,
} from '@tanstack/react-router';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ExamSet, examSets } from '#shared/contract/exam-sets.ts';
import { withServer } from '../../../../tests/web/console.tsx';
import { setWidth } from '../../../../tests/web/width.ts';
import { accountQuery } from '../../api/account.ts';
import { listQuery } from '../../api/queries.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { listParams } from '../address/list-state.ts';
import { CardGrid } from './card-grid.tsx';
import type { Column } from './columns.ts';
import { DataTable } from './data-table.tsx';
import { FieldSwitch, useRowVerbs, Verbs } from './row-actions.tsx';

const wire = withServer();
let courseId = '';
/** The names of the rows in the order in which they were drawn. */
const drawn: string[] = [];

const Toggle = ({ row }: { row: ExamSet }) => {
	drawn.push(row.name);
	return <FieldSwitch row={row} field="is_published" label="Published" />;
};

const columns: readonly Column<ExamSet>[] = [
	{ id: 'name', header: 'Name', title: true },
	{ id: 'published', header: 'Published', draw: (row) => <Toggle row={row} /> },
];
const card = (row: ExamSet) => (
	<li>
		<Toggle row={row} />
	</li>
);
const Screen = ({ as }: { as: 'table' | 'cards' }) => {
	const { data: rows = [] } = useQuery(listQuery(examSets, { courseId }));
	const { verbs, isBusy } = useRowVerbs(examSets, { courseId });
	const shared = { label: 'Exam sets', rows, isBusy: ({ id }: ExamSet) => isBusy(id) };
	return (
		<Verbs value={verbs}>
			{as === 'cards' ? (
				<CardGrid {...shared}>{card}</CardGrid>
			) : (
				<DataTable {...shared} columns={columns} />
			)}
		</Verbs>
	);
};

const open = async (as: 'table' | 'cards', width: 'wide' | 'narrow', address = '/') => {
	setWidth(width);
	const client = createQueryClient();
	await client.ensureQueryData(accountQuery);
	const router = createRouter({
		routeTree: createRootRoute({
			validateSearch: listParams,
			component: () => <Screen as={as} />,
		}),
		history: createMemoryHistory({ initialEntries: [address] }),
	});
	render(
		<MantineProvider env="test">
			<QueryClientProvider client={client}>
				<RouterProvider router={router} />
			</QueryClientProvider>
		</MantineProvider>,
	);
	await waitFor(() => expect(screen.getAllByRole('switch').length).toBeGreaterThan(20));
	return userEvent.setup();
};

const ROWS = 230;

beforeEach(async () => {
	const course = { name: 'Plumbing', order_num: 1, category_id: 'cat_artisan' };
	courseId = (await wire.site.call('POST', '/courses', course)).body.data.id;
	const list = `/courses/${courseId}/examsets`;
	for (let number = 1; number <= ROWS; number++) {
		const fields = { name: `Series ${number}`, year: 2024, order_num: number };
		const { id } = (await wire.site.call('POST', list, fields)).body.data;
		// One without papers is not published.
		const paper = { name: 'Paper 1', url: 'https://example.org/1.pdf', published: true };
		if (number === 7) await wire.site.call('POST', `${list}/${id}/pastpapers`, paper);
	}
});

describe('a long list', () => {
	it.each([
		['table', 'wide'],
		['table', 'narrow'],
		['cards', 'narrow'],
	] as const)('draws one row when one is switched: %s, %s', async (as, width) => {
		const user = await open(as, width);
		const one = await screen.findByRole('switch', { name: 'Published: Series 7' });
		drawn.length = 0;
		await user.click(one);
		await waitFor(() =>
			expect(wire.calls.filter((call) => call.startsWith('PUT '))).toHaveLength(1),
		);
		await waitFor(() => expect(one.getAttribute('aria-disabled')).toBeNull());
		await waitFor(() => expect(wire.calls.at(-1)).toMatch(/^GET .*examsets$/));
		expect(one).toHaveProperty('checked', true);
		expect([...new Set(drawn)]).toEqual(['Series 7']);
	});

	it.each(['table', 'cards'] as const)('shows a page of it at once: %s', async (as) => {
		const user = await open(as, 'wide', '/?page="3"');
		expect(screen.getAllByRole('switch')).toHaveLength(30);
		expect(screen.getByText('Showing 201 to 230 of 230 entries')).toBeTruthy();
		await user.click(screen.getByRole('button', { name: 'Previous' }));
		expect(await screen.findByRole('switch', { name: 'Published: Series 101' })).toBeTruthy();
		expect(screen.getAllByRole('switch')).toHaveLength(100);
	});
});
