import { createFileRoute } from '@tanstack/react-router';
import { AccountPage } from '../../finance/transactions/account-page.tsx';

export const Route = createFileRoute('/admin/accounts_/$account')({
	staticData: { title: 'Account', part: 'finance', permission: 'payments:read' },
	component: () => {
		const { account } = Route.useParams();
		return <AccountPage key={account} account={account} />;
	},
});
