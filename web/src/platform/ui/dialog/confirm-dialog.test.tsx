import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { ConfirmForm } from './confirm-dialog.tsx';

it('ignores a click in the event after the one that confirmed', async () => {
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
	for (let click = 0; click < 2; click++) {
		button.click();
		// Runs microtasks, but no timers, as between two events that follow each other at once on a slow phone.
		for (let turn = 0; turn < 50; turn++) await undefined;
	}
	expect(action).toHaveBeenCalledTimes(1);
});
