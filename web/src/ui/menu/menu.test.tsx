import { MantineProvider } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { RowMenu } from './menu.tsx';

it('a menu closes by Escape as soon as it is open, though the focus has not come into it yet', async () => {
	const user = userEvent.setup();
	render(
		<MantineProvider env="test">
			<QueryClientProvider client={createQueryClient()}>
				<RowMenu
					label="Actions for Joinery"
					actions={[{ words: 'Edit', icon: IconPencil, onClick: () => {} }]}
				/>
			</QueryClientProvider>
		</MantineProvider>,
	);
	await user.click(screen.getByRole('button', { name: 'Actions for Joinery' }));
	expect(await screen.findByRole('menuitem', { name: 'Edit' })).toBeDefined();
	const button = screen.getByRole('button', { name: 'Actions for Joinery', hidden: true });
	button.focus();
	await user.keyboard('{Escape}');
	await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
	expect(document.activeElement).toBe(button);
});
