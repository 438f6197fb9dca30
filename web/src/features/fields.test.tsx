import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { content } from '#shared/contract/content.ts';
import { fillPath } from '#shared/contract/resource.ts';
import { contentOf, type Family } from '../../../server/test-content.ts';
import { openConsole, withServer } from '../../../tests/web/console.tsx';

const wire = withServer();
let family: Family;
beforeAll(async () => {
	family = await contentOf(wire.site).family();
});

it.each(Object.values(content))(
	'the form of a new one of $word has every field that can be changed',
	async ({ path, labels }) => {
		await openConsole(`/admin${fillPath(path, { ...family })}/new`);
		await waitFor(() => expect(document.querySelector('form')).toBeTruthy());
		const form = within(
			(await screen.findByRole('textbox', { name: labels.name })).closest('form') as HTMLElement,
		);
		for (const label of Object.values(labels)) expect(form.getByText(label)).toBeTruthy();
	},
);
