import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { openConsole, withServer } from '../../../../../tests/web/console.tsx';

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

it('copies the last series to the next one of a course with two series a year', async () => {
	await add(sets, { name: '2024 November Series', year: 2024, series: 'november', order_num: 2 });
	const { user } = await openConsole(`/admin${sets}/list`);
	await user.click(await button('More actions'));
	await user.click(await screen.findByRole('menuitem', { name: 'New from last series' }));
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

it('proposes a later series when the next one exists, with a note', async () => {
	await add(sets, { name: '2026 July series', year: 2026, order_num: 2 });
	const { user } = await openConsole(`/admin${sets}/list`);
	await user.click(await button('Actions for 2025 July Series'));
	await user.click(await screen.findByRole('menuitem', { name: 'Duplicate…' }));
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
