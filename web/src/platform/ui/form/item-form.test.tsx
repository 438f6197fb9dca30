import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ExamSet, examSets } from '#shared/contract/content/exam-sets.ts';
import { withServer } from '../../../../../tests/web/console.tsx';
import { accountQuery } from '../../api/account.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { TextField, WholeField } from '../fields/text-fields.tsx';
import { ItemFormDialog } from './item-form.tsx';

const wire = withServer();
let courseId = '';
const path = () => `/courses/${courseId}/examsets`;
const stored = async (): Promise<ExamSet[]> => (await wire.site.call('GET', path())).body.data;
const make = async (name: string): Promise<ExamSet> =>
	(await wire.site.call('POST', path(), { name, year: 2024, order_num: 1 })).body.data;

const Screen = ({ row }: { row?: ExamSet }) => {
	const [opened, setOpened] = useState(false);
	return (
		<>
			<button type="button" onClick={() => setOpened(true)}>
				Open
			</button>
			<ItemFormDialog
				opened={opened}
				onClose={() => setOpened(false)}
				title="An exam set"
				resource={examSets}
				place={{ courseId }}
				item={row}
				start={{ name: '', year: 2026, order_num: 1 }}
				fallback="Failed to save exam set"
				submit="Save"
			>
				<TextField name="name" required />
				<WholeField name="year" required />
				<WholeField name="order_num" required />
			</ItemFormDialog>
		</>
	);
};

const field = (name: RegExp) => screen.findByLabelText<HTMLInputElement>(name);

const open = async (row?: ExamSet) => {
	const client = createQueryClient();
	// As under /admin: who it is, is known before anything is shown.
	await client.ensureQueryData(accountQuery);
	render(
		<MantineProvider env="test">
			<QueryClientProvider client={client}>
				<Screen {...(row && { row })} />
			</QueryClientProvider>
		</MantineProvider>,
	);
	const user = userEvent.setup();
	await user.click(screen.getByRole('button', { name: 'Open' }));
	await waitFor(async () => expect(document.activeElement).toBe(await field(/Name/)));
	return user;
};
const type = async (user: ReturnType<typeof userEvent.setup>, name: RegExp, text: string) => {
	await user.clear(await field(name));
	await user.type(await field(name), text);
};
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

beforeEach(async () => {
	const course = { name: 'Plumbing', order_num: 1, category_id: 'cat_artisan' };
	courseId = (await wire.site.call('POST', '/courses', course)).body.data.id;
});

describe('ItemFormDialog', () => {
	it('closes on Esc, and asks first with unsaved input', async () => {
		const user = await open();
		await user.keyboard('{Escape}');
		await closed();
		await user.click(screen.getByRole('button', { name: 'Open' }));
		await user.type(await field(/Name/), 'July');
		await user.keyboard('{Escape}');
		await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
		expect((await field(/Name/)).value).toBe('July');
		await user.click(screen.getByRole('button', { name: 'Cancel' }));
		await closed();
		await user.click(screen.getByRole('button', { name: 'Open' }));
		expect((await field(/Name/)).value).toBe('');
		await user.keyboard('{Escape}');
		await closed();
	});

	it('offers to restore what someone deleted, and saves it', async () => {
		const row = await make('July');
		const user = await open(row);
		await wire.site.call('DELETE', `${path()}/${row.id}`);
		await type(user, /Name/, 'November');
		await user.click(screen.getByRole('button', { name: 'Save' }));
		expect((await screen.findByRole('alert')).textContent).toContain('not found');
		await user.click(screen.getByRole('button', { name: 'Restore and save' }));
		await closed();
		expect(await stored()).toMatchObject([{ id: row.id, name: 'November', year: 2024 }]);
	});

	it('sends no request when it opens for a row', async () => {
		const row = await make('July');
		const before = wire.calls.length;
		const user = await open(row);
		expect(wire.calls.slice(before)).toEqual(['GET /account']);
		await type(user, /Order/, '7');
		await user.click(screen.getByRole('button', { name: 'Save' }));
		await closed();
		expect(await stored()).toMatchObject([{ name: 'July', year: 2024, order_num: 7 }]);
	});

	it('asks which version to keep when the list on screen is outdated', async () => {
		const row = await make('July');
		await wire.site.call('PUT', `${path()}/${row.id}`, { year: 2020 });
		const user = await open(row);
		await type(user, /Order/, '7');
		await user.click(screen.getByRole('button', { name: 'Save' }));
		await user.click(await screen.findByRole('button', { name: 'Save this version' }));
		await closed();
		expect(await stored()).toMatchObject([{ name: 'July', year: 2020, order_num: 7 }]);
	});

	it('asks which version to keep when the row was changed while it was open', async () => {
		const row = await make('July');
		const user = await open(row);
		await type(user, /Year/, '2021');
		await wire.site.call('PUT', `${path()}/${row.id}`, { year: 2022, order_num: 9 });
		await user.click(screen.getByRole('button', { name: 'Save' }));
		const versions = within(await screen.findByRole('dialog', { name: 'Two versions' }));
		expect(versions.getAllByRole('radiogroup')).toHaveLength(2);
		await user.click(versions.getByRole('button', { name: 'Save this version' }));
		await closed();
		expect(await stored()).toMatchObject([{ year: 2021, order_num: 9 }]);
	});

	it('does not overwrite a later save after the question was postponed', async () => {
		const row = await make('July');
		const user = await open(row);
		await type(user, /Year/, '2021');
		await wire.site.call('PUT', `${path()}/${row.id}`, { year: 2022 });
		await user.click(screen.getByRole('button', { name: 'Save' }));
		await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
		await user.click(screen.getByRole('button', { name: 'Save' }));
		expect(await screen.findByRole('dialog', { name: 'Two versions' })).toBeTruthy();
		expect(await stored()).toMatchObject([{ year: 2022 }]);
	});
});
