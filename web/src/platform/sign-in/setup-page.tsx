import { Checkbox } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { setup } from '#shared/contract/platform/profile.ts';
import { forgetAccount, siteQuery } from '../api/account.ts';
import { call } from '../api/calls.ts';
import { Entrance } from '../shell/entrance.tsx';
import { EmailField, NewPasswordField, TextField } from '../ui/fields/text-fields.tsx';
import { Form } from '../ui/form/form.tsx';
import { LinkButton } from '../ui/page/links.tsx';

/** Creates the first administrator, by the link that the server prints when it starts without an account. */
export const SetupPage = ({ token }: { token: string }) => {
	const router = useRouter();
	const client = useQueryClient();
	const site = useQuery(siteQuery);
	const enter = () => {
		forgetAccount(client);
		router.history.replace('/admin');
	};
	if (site.data?.setup === false) {
		return (
			<Entrance title="Already set up" text="This console has an administrator.">
				<LinkButton to="/sign-in" fullWidth>
					Sign in
				</LinkButton>
			</Entrance>
		);
	}
	return (
		<Entrance
			title="Create the first administrator"
			text="The administrator invites everyone else and assigns their roles."
		>
			<Form
				schema={setup}
				read={({ sample_data, ...typed }) => ({
					...typed,
					token,
					sample_data: sample_data === 'on',
				})}
				send={(body) => call('POST /setup', { body })}
				onDone={enter}
				submit="Create administrator"
				pending="Creating..."
				fallback="Could not create the administrator"
				wide
			>
				<TextField name="name" label="Name" autoComplete="name" />
				<EmailField />
				<NewPasswordField />
				<Checkbox
					name="sample_data"
					label="Load the sample data"
					description="Courses and payments to explore the console with."
				/>
			</Form>
		</Entrance>
	);
};
