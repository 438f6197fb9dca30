import { createFileRoute } from '@tanstack/react-router';
import { AccountPage } from '../../platform/profile/account-page.tsx';

export const Route = createFileRoute('/admin/account')({
	staticData: { title: 'Your account' },
	component: AccountPage,
});
