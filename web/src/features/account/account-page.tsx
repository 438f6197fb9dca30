import { useAccount } from '../../api/account.ts';
import { Page } from '../../ui/page.tsx';
import classes from './account.module.css';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

/** One's own account. */
export const AccountPage = () => {
	const account = useAccount();
	return (
		<Page title="Your account" narrow>
			{account && (
				<div className={classes.sections}>
					<ProfileSection account={account} />
					<SecondFactorSection account={account} />
					<PasswordSection account={account} />
					<SessionsSection />
				</div>
			)}
		</Page>
	);
};
