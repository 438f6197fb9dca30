import { MantineProvider } from '@mantine/core';
import {
	createMemoryHistory,
	createRootRoute,
	createRouter,
	RouterProvider,
} from '@tanstack/react-router';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { setWidth } from '../../../../tests/web/width.ts';
import { listParams } from '../address/list-state.ts';
import type { Column } from './columns.ts';
import { DataTable } from './data-table.tsx';

interface Row {
	id: string;
	name: string;
	year: number | null;
}

const columns: readonly Column<Row>[] = [
	{ id: 'name', header: 'Name', title: true },
	{ id: 'year', header: 'Year', numeric: true },
	{ id: 'id', header: 'ID' },
];
const rows: Row[] = [
	{ id: '1', name: 'beta', year: 2020 },
	{ id: '2', name: 'Alpha', year: null },
	{ id: '3', name: 'gamma', year: 2018 },
];

const open = async (address: string, width: 'wide' | 'narrow') => {
	setWidth(width);
	const router = createRouter({
		routeTree: createRootRoute({
			validateSearch: listParams,
			component: () => (
				<DataTable
					label="Exam sets"
					columns={columns}
					rows={rows}
					sortable={['name', 'year']}
					defaultSort="name"
					actions={(row) => <button type="button">Edit {row.name}</button>}
					isBusy={(row) => row.id === '3'}
				/>
			),
		}),
		history: createMemoryHistory({ initialEntries: [address] }),
	});
	render(
		<MantineProvider env="test">
			<RouterProvider router={router} />
		</MantineProvider>,
	);
	await screen.findByLabelText('Exam sets');
	return { user: userEvent.setup(), search: () => router.state.location.search };
};

const order = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent);
const header = (name: string) => screen.getByRole('columnheader', { name });

describe('a table', () => {
	it('starts in its own order, as the server would sort', async () => {
		await open('/', 'wide');
		expect(order()).toEqual(['Alpha', 'beta', 'gamma']);
		expect(header('Name').getAttribute('aria-sort')).toBe('ascending');
		expect(header('Year').getAttribute('aria-sort')).toBeNull();
	});

	it('turns the order of a column round, and starts a new one upwards', async () => {
		const { user, search } = await open('/', 'wide');
		await user.click(screen.getByRole('button', { name: 'Name' }));
		expect(order()).toEqual(['gamma', 'beta', 'Alpha']);
		expect(search()).toEqual({ sort: '-name' });
		await user.click(screen.getByRole('button', { name: 'Year' }));
		expect(order()).toEqual(['Alpha', 'gamma', 'beta']);
		expect(search()).toEqual({ sort: 'year' });
	});

	it('takes its order from the address, and overlooks one it does not know', async () => {
		await open('/?sort=-year', 'wide');
		expect(order()).toEqual(['beta', 'gamma', 'Alpha']);
	});

	it.each(['-id', 'nothing', '__proto__'])('does not sort by “%s”', async (sort) => {
		await open(`/?sort=${sort}`, 'wide');
		expect(order()).toEqual(['Alpha', 'beta', 'gamma']);
	});

	it('marks a row that is busy', async () => {
		await open('/', 'wide');
		expect(screen.getByRole('row', { name: /gamma/ }).getAttribute('aria-busy')).toBe('true');
	});

	it('is cards on a narrow screen, every value named by its column', async () => {
		const { user } = await open('/', 'narrow');
		expect(screen.queryByRole('table')).toBeNull();
		const [first] = screen.getAllByRole('listitem');
		const card = within(first as HTMLElement);
		expect(card.getByRole('heading', { name: 'Alpha' })).toBeTruthy();
		expect(card.getAllByRole('term').map((term) => term.textContent)).toEqual(['ID']);
		expect(card.getByRole('button', { name: 'Edit Alpha' })).toBeTruthy();
		await user.selectOptions(screen.getByLabelText('Sort by'), 'year');
		await user.click(screen.getByRole('button', { name: /sort descending/ }));
		const names = screen.getAllByRole('heading').map((name) => name.textContent);
		expect(names).toEqual(['beta', 'gamma', 'Alpha']);
	});
});
