import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storePayments } from '../../../../server/features/payments/store.ts';
import { contentOf } from '../../../../server/test-content.ts';
import { openConsole, withServer } from '../../../../tests/web/console.tsx';

const wire = withServer();
let courseId: string;
beforeAll(async () => {
	const make = contentOf(wire.site);
	({ id: courseId } = await make.course({ name: 'Diploma in Welding' }));
	const { id: subjectId } = await make.subject({ courseId }, { name: 'Arc Welding' });
	for (let n = 1; n <= 7; n++)
		await make.topic({ courseId, subjectId }, { name: `Weld ${n}`, isPublished: n < 7 });
	await wire.site.database.write((trx) =>
		storePayments(
			trx,
			[
				[
					{
						origin: 'sample',
						status: 'completed',
						amount: 1_500,
						receipt: 'UA51ABCD5E',
						phone: '254712345678',
					},
					Date.UTC(2026, 0, 5),
				],
			],
			'sample',
		),
	);
});
beforeEach(() => localStorage.clear());

const field = () => screen.findByRole('combobox', { name: 'Search everything' });
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const openPalette = async (user: UserEvent) => {
	await user.click(await screen.findByRole('button', { name: 'Search everything' }));
	return field();
};
const searches = () => wire.calls.filter((call) => call.includes('/search?'));

describe('the palette', () => {
	it('asks once after a pause, and for nothing under two characters', async () => {
		const { user } = await openConsole('/admin/courses');
		const input = await openPalette(user);
		await user.type(input, 'w');
		await new Promise((resolve) => setTimeout(resolve, 400));
		expect(searches()).toEqual([]);
		await user.type(input, 'eld');
		await screen.findByRole('group', { name: 'Topics' });
		expect(searches()).toEqual(['GET /search?q=weld']);
		const topics = within(screen.getByRole('group', { name: 'Topics' }));
		expect(topics.getAllByRole('option').at(-1)?.textContent).toBe('All 7 topics');
		expect(options()).toContain('Weld 7Arc Welding · Diploma in WeldingDraft');
	});

	it('is walked by arrows with the focus in the field, and opens what is marked', async () => {
		const { user, address } = await openConsole('/admin/courses');
		const input = await openPalette(user);
		await user.type(input, 'weld');
		await screen.findByRole('group', { name: 'Topics' });
		const marked = () =>
			document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent;
		const all = options();
		expect(marked()).toBe(all[0]);
		await user.keyboard('{ArrowDown}{ArrowDown}');
		expect(marked()).toBe(all[2]);
		await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}');
		expect(marked()).toBe(all.at(-1));
		expect(document.activeElement).toBe(input);
		await user.clear(input);
		await user.type(input, 'diploma in w');
		await screen.findByRole('group', { name: 'Courses' });
		await user.keyboard('{Enter}');
		await waitFor(() => expect(address()).toBe(`/admin/courses/${courseId}`));
	});

	it('searches the list on screen for what was typed last', async () => {
		const { user, address } = await openConsole('/admin/topics');
		const list = await screen.findByRole<HTMLInputElement>('searchbox');
		// At once, before the list is searched for the first.
		await user.type(list, 'a/b');
		await user.keyboard('{Control>}k{/Control}');
		await user.type(await field(), 'Weld 3');
		await user.keyboard('{ArrowUp}{Enter}');
		await waitFor(() => expect(address()).toContain('search=Weld'));
		await new Promise((resolve) => setTimeout(resolve, 600));
		expect(address()).toMatch(/search=Weld(\+|%20)3/);
		expect(list.value).toBe('Weld 3');
	});

	it('opens the payment of a pasted message, and keeps the rest of it to itself', async () => {
		const { user, address } = await openConsole('/admin/courses');
		await openPalette(user);
		await user.paste('UA51ABCD5E Confirmed. Ksh1,500.00 sent to UFUNDI JANE DOE on 28/11/25.');
		// Before there is an answer.
		await user.keyboard('{Enter}');
		await waitFor(() =>
			expect(address()).toMatch(/^\/admin\/transactions\/[^/]+\?search=UA51ABCD5E$/),
		);
		expect(await screen.findByRole('dialog', { name: 'Transaction Details' })).toBeTruthy();
		expect(searches()).toEqual(['GET /search?q=UA51ABCD5E']);
		expect(JSON.stringify({ ...localStorage })).toContain('UA51ABCD5E');
		expect(JSON.stringify({ ...localStorage })).not.toMatch(/JANE|2547|1,500/);
	});

	it('says that a word was put right, and that nothing was found', async () => {
		const { user } = await openConsole('/admin/people');
		const input = await openPalette(user);
		await user.type(input, 'welidng');
		await waitFor(() =>
			expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
				'No results for welidng. Showing welding',
			),
		);
		await user.clear(input);
		await user.type(input, 'turbofan');
		await screen.findByText(
			(_, element) =>
				element?.role === 'status' && element.textContent === 'No results for turbofan.',
		);
	});

	it('says that a search failed, and makes it again', async () => {
		const { user } = await openConsole('/admin/people');
		let lost = true;
		wire.line((_, path) => (lost && path.startsWith('/search') ? 'lose-request' : undefined));
		const input = await openPalette(user);
		await user.type(input, 'arc weld');
		const alert = await screen.findByRole('alert');
		expect(alert.textContent).toContain('Could not search.');
		lost = false;
		await user.click(within(alert).getByRole('button', { name: 'Retry' }));
		await screen.findByRole('group', { name: 'Subjects' });
		expect(screen.queryByRole('alert')).toBeNull();
	});

	it('offers what was open lately, but for what is on screen', async () => {
		const { user, address } = await openConsole(`/admin/courses/${courseId}`);
		await screen.findAllByText('Diploma in Welding');
		expect(await openPalette(user)).toBeTruthy();
		expect(screen.queryByRole('group', { name: 'Recently opened' })).toBeNull();
		await user.keyboard('{Escape}');
		await user.click(screen.getByRole('link', { name: 'People' }));
		await waitFor(() => expect(address()).toBe('/admin/people'));
		await openPalette(user);
		const lately = within(await screen.findByRole('group', { name: 'Recently opened' }));
		await user.click(lately.getByRole('option', { name: 'Diploma in Welding' }));
		await waitFor(() => expect(address()).toBe(`/admin/courses/${courseId}`));
	});

	it('does what a screen can do, wherever one is', async () => {
		const { user, address } = await openConsole('/admin/courses');
		await user.type(await openPalette(user), 'invite');
		await user.keyboard('{Enter}');
		await waitFor(() => expect(address()).toBe('/admin/people'));
		expect(await screen.findByRole('dialog', { name: 'Invite a person' })).toBeTruthy();
	});
});
