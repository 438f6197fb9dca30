import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { openConsole, withServer } from '../../../../tests/web/console.tsx';

const wire = withServer();
const add = async (path: string, body: object) =>
	(await wire.site.call('POST', path, body)).body.data;
const stored = async (path: string) => (await wire.site.call('GET', path)).body.data;
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const field = (label: RegExp) => screen.findByLabelText<HTMLInputElement>(label);

let course: string;
let sets: string;
beforeEach(async () => {
	const { id } = await add('/courses', {
		name: 'Welding',
		order_num: 1,
		category_id: 'cat_artisan',
	});
	course = `/courses/${id}`;
	sets = `${course}/examsets`;
	const set = await add(sets, { name: '2025 July Series', year: 2025 });
	await add(`${sets}/${set.id}/pastpapers`, { name: 'P1', url: 'https://example.org/1.pdf' });
});

it('makes the next series of the last one in two actions, and shows it', async () => {
	const { user, address } = await openConsole(`/admin${sets}/list`);
	await user.click(await button('New from last series'));
	expect((await field(/^Name/)).value).toBe('2026 July Series');
	expect((await field(/^Year/)).value).toBe('2026');
	expect(await screen.findByText(/with 1 past paper/)).toBeTruthy();
	await user.click(await button('Duplicate'));
	await waitFor(async () => expect(await stored(sets)).toHaveLength(2));
	const made = (await stored(sets))[1];
	expect(made).toMatchObject({ name: '2026 July Series', year: 2026, is_published: false });
	expect(await stored(`${sets}/${made.id}/pastpapers`)).toMatchObject([{ name: 'P1', url: null }]);
	await waitFor(() => expect(address()).toBe(`/admin${sets}/${made.id}`));
	expect(await screen.findByText('“2026 July Series” is a draft.')).toBeTruthy();
	expect(await screen.findByRole('heading', { level: 1, name: '2026 July Series' })).toBeTruthy();
});

it('makes the series after the last, where the course is sat twice a year', async () => {
	await add(sets, { name: '2024 November Series', year: 2024, series: 'november', order_num: 2 });
	const { user } = await openConsole(`/admin${sets}/list`);
	await user.click(await button('New from last series'));
	expect((await field(/^Name/)).value).toBe('2025 November Series');
	const series = await field(/^Series/);
	expect([(await field(/^Year/)).value, series.value]).toEqual(['2025', 'november']);
	await user.selectOptions(series, 'March');
	expect((await field(/^Name/)).value).toBe('2025 March Series');
	await user.click(await button('Duplicate'));
	await waitFor(async () => expect(await stored(sets)).toHaveLength(3));
	expect((await stored(sets))[2]).toMatchObject({
		name: '2025 March Series',
		year: 2025,
		series: 'march',
	});
});

it('proposes the series after, where the next one exists, and says so', async () => {
	await add(sets, { name: '2026 July series', year: 2026, order_num: 2 });
	const { user } = await openConsole(`/admin${sets}/list`);
	await user.click(await button('Actions for 2025 July Series'));
	await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }));
	expect(await screen.findByText('“2026 July Series” already exists.')).toBeTruthy();
	const [name, year] = [await field(/^Name/), await field(/^Year/)];
	expect([name.value, year.value]).toEqual(['2027 July Series', '2027']);
	await user.clear(year);
	await user.type(year, '2026');
	expect(name.value).toBe('2026 July Series');
	expect(screen.getByText('“2026 July Series” already exists.')).toBeTruthy();
	await user.clear(year);
	await user.type(year, '1999');
	await user.click(await button('Duplicate'));
	expect(await screen.findByText('Year must be 2000 or later')).toBeTruthy();
	expect(await stored(sets)).toHaveLength(2);
});

it('makes a course once more with its files, under the name that was typed', async () => {
	const { user } = await openConsole(`/admin${course}`);
	await user.click(await button('Duplicate'));
	const name = await field(/^Course Name.*\*/);
	expect(name.value).toBe('Copy of Welding');
	await user.clear(name);
	await user.click(
		(await screen.findAllByRole('button', { name: 'Duplicate' })).at(-1) as HTMLElement,
	);
	expect(await screen.findByText('Course name is required')).toBeTruthy();
	await user.type(name, 'Welding II');
	wire.line((method) => (method === 'POST' ? 'lose-answer' : undefined));
	const submit = screen.getAllByRole('button', { name: 'Duplicate' }).at(-1) as HTMLElement;
	await user.click(submit);
	expect(await screen.findByText('Failed to duplicate course')).toBeTruthy();
	wire.line(() => undefined);
	await user.click(submit);
	expect(await screen.findByText('“Welding II” is a draft.')).toBeTruthy();
	const made = (await stored('/courses')).filter(
		(each: { name: string }) => each.name === 'Welding II',
	);
	expect(made).toHaveLength(1);
	const [set] = await stored(`/courses/${made[0].id}/examsets`);
	expect(await stored(`/courses/${made[0].id}/examsets/${set.id}/pastpapers`)).toMatchObject([
		{ url: 'https://example.org/1.pdf' },
	]);
});

it('makes a past paper once more beside it, and shows it', async () => {
	const [{ id }] = await stored(sets);
	const { user, address } = await openConsole(`/admin${sets}/${id}/pastpapers`);
	await user.click(await button('Actions for P1'));
	await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }));
	expect((await field(/^Name/)).value).toBe('Copy of P1');
	await user.click(await button('Duplicate'));
	expect(await screen.findByText('“Copy of P1” is a draft.')).toBeTruthy();
	const papers = await stored(`${sets}/${id}/pastpapers`);
	expect(papers).toMatchObject([{ name: 'P1' }, { url: 'https://example.org/1.pdf' }]);
	await waitFor(() => expect(address()).toBe(`/admin${sets}/${id}/pastpapers/${papers[1].id}`));
});
