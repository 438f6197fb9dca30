import { Stack } from '@mantine/core';
import { useAccount } from '../../api/account.ts';
import { Page } from '../../ui/page/page.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

/** Renders the account page of the signed-in person. */
export const AccountPage = () => {
	const account = useAccount();
	return (
		<Page title="Your account" narrow>
			{account && (
				<Stack gap={20}>
					<ProfileSection account={account} />
					<SecondFactorSection account={account} />
					<PasswordSection account={account} />
					<SessionsSection />
				</Stack>
			)}
		</Page>
	);
};
