import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createContent } from '../../../../../server/testing/content.ts';
import { openConsole, withServer } from '../../../../../tests/web/console.tsx';
import { rememberAccount } from '../../api/auth-challenge.ts';

const wire = withServer();

it('shows a report on the first screen, in the filtered list and on the item, until it is closed', async () => {
	const { call, anyone } = wire.site;
	const { topicId: item_id } = await createContent(wire.site).family();
	const text = '<b>Page 3</b> is blank, call 0712345678';
	await anyone('POST', '/v1/problems', { item_id, kind: 'missing_pages', text });
	const masked = '<b>Page 3</b> is blank, call 0712 ••• 678';
	const findReports = () => screen.findByRole('list', { name: 'Reported problems' });

	const { user, address } = await openConsole('/admin/courses');
	expect((await findReports()).textContent).toContain(masked);
	const section = within(screen.getByRole('region', { name: 'Reported problems (1)' }));
	await user.click(section.getByRole('link', { name: 'Topics with reports' }));
	await waitFor(() => expect(address()).toBe('/admin/topics?with_problems=true'));
	await user.click(await screen.findByRole('link', { name: 'Joints' }));
	const onItem = within(await findReports());
	onItem.getByText('Missing pages');
	onItem.getByText(masked);
	const name = 'Close the report “Missing pages” about Joints';
	await user.click(onItem.getByRole('button', { name }));
	const dialog = within(await screen.findByRole('dialog'));
	await user.selectOptions(dialog.getByLabelText(/Result/), 'No problem found');
	await user.type(dialog.getByLabelText(/Reason/), 'Page 3 is meant to be blank');
	await user.click(dialog.getByRole('button', { name: 'Close the report' }));
	await waitFor(() => expect(screen.queryByRole('list', { name: 'Reported problems' })).toBeNull());
	const { body } = await call('GET', `/problems?item_id=${item_id}`);
	expect(body.data.data).toMatchObject([
		{ closed: { as: 'no_problem', reason: 'Page 3 is meant to be blank' } },
	]);
});

it('closes the selected ones of many reports at once', async () => {
	const { call, anyone } = wire.site;
	const { topicId: item_id } = await createContent(wire.site).family();
	for (const kind of ['wrong_file', 'unreadable', 'other'])
		await anyone('POST', '/v1/problems', { item_id, kind });
	const { user } = await openConsole('/admin/courses');
	await user.click(await screen.findByRole('button', { name: 'Close many…' }));
	const dialog = within(await screen.findByRole('dialog'));
	await user.click(await dialog.findByRole('checkbox', { name: /^Other/ }));
	await user.selectOptions(dialog.getByLabelText(/Result/), 'Fixed');
	await user.click(dialog.getByRole('button', { name: 'Close 2 reports' }));
	await screen.findByRole('region', { name: 'Reported problems (1)' });
	const { body } = await call('GET', `/problems?item_id=${item_id}&state=open`);
	expect(body.data.data).toMatchObject([{ kind: 'other' }]);
});

it('disables the button that closes a report for an author, with the reason', async () => {
	const { site } = wire;
	const { topicId: item_id } = await createContent(site).family();
	await site.anyone('POST', '/v1/problems', { item_id, kind: 'unreadable' });
	wire.site = { ...site, ...(await site.as('author')) };
	rememberAccount(undefined);
	await openConsole('/admin/courses');
	const button = await screen.findByRole('button', { name: /^Close the report “Unreadable”/ });
	expect(button.getAttribute('aria-disabled')).toBe('true');
	expect(button.title).toBe('Ask an editor to close this report.');
});
