import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { ConfirmForm } from './confirm-dialog.tsx';

it('ignores a second click in the next event, while the action runs', async () => {
	const action = vi.fn(() => new Promise(() => {}));
	render(
		<MantineProvider env="test">
			<QueryClientProvider client={createQueryClient()}>
				<ConfirmForm submit="Delete" action={action} fallback="Not deleted" onClose={() => {}}>
					Delete it?
				</ConfirmForm>
			</QueryClientProvider>
		</MantineProvider>,
	);
	const button = screen.getByRole('button', { name: 'Delete' });
	// Events that follow each other at once, as on a slow phone: a message comes before a timer.
	const { port1, port2 } = new MessageChannel();
	const second = new Promise((resolve) => {
		port2.onmessage = () => resolve(button.click());
	});
	button.click();
	port1.postMessage(undefined);
	await second;
	port1.close();
	expect(action).toHaveBeenCalledTimes(1);
});
