import { Box, Divider } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Facts } from '../../platform/ui/facts.tsx';
import { Loaded } from '../../platform/ui/loading/loaded.tsx';
import { BackLink } from '../../platform/ui/page/back-link.tsx';
import { Page } from '../../platform/ui/page/page.tsx';
import { describeAccess, formatAccount } from '../ui/formats.ts';
import { Devices } from './account-devices.tsx';
import { AccountActions, AccountPayments } from './account-sections.tsx';
import { accountQuery } from './queries.ts';

/** Shows an account by its number, also without a payment: its access, grants and devices. */
export const AccountPage = ({ account }: { account: string }) => {
	const query = useQuery(accountQuery(account));
	return (
		<Page
			title={`Account ${formatAccount(query.data?.account ?? account)}`}
			back={<BackLink to="/admin/transactions">MPesa Transactions</BackLink>}
			actions={query.data && <AccountActions id={account} access={query.data} payer={undefined} />}
		>
			<Loaded query={query} loading="Loading account..." fallback="Failed to fetch the account">
				{(access) =>
					access && (
						<>
							<Box component="section" aria-label="Summary" className="boxed" p="16px 20px">
								<Facts mt={0} of={{ Access: <b>{describeAccess(access)}</b> }} />
							</Box>
							<Divider mt="lg" mb="md" />
							<AccountPayments access={access} />
							<Devices id={account} access={access} />
						</>
					)
				}
			</Loaded>
		</Page>
	);
};
