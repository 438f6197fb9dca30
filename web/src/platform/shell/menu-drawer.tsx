import { Drawer } from '@mantine/core';
import { product } from '../../product.ts';
import { useCloseOnBack } from '../ui/dialog/history-steps.ts';
import type { Opened } from '../ui/loading/on-demand.tsx';
import { Sidebar } from './sidebar.tsx';

/** Renders the sidebar of a small screen, which Back closes. */
export const MenuDrawer = ({ opened, onClose }: Opened) => {
	useCloseOnBack(opened, onClose);
	return (
		<Drawer
			opened={opened}
			onClose={onClose}
			title={product}
			size={300}
			closeButtonProps={{ 'aria-label': 'Close' }}
		>
			<Sidebar onNavigate={onClose} />
		</Drawer>
	);
};
