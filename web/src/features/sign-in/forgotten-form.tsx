import { Anchor, Text } from '@mantine/core';
import { useState } from 'react';
import { forgotten } from '#shared/contract/account.ts';
import { request } from '../../api/client.ts';
import { EmailField } from '../../ui/passwords.tsx';
import { PlainForm } from '../../ui/plain-form.tsx';

/** Asks for a link to choose a new password. Says the same whether or not the address is known. */
export const ForgottenForm = ({ onBack }: { onBack: () => void }) => {
	const [sent, setSent] = useState(false);
	return (
		<>
			{sent ? (
				<Text role="status">
					If this address belongs to somebody here, a link is on its way to it. Look in the folder
					for unwanted mail too.
				</Text>
			) : (
				<PlainForm
					schema={forgotten}
					send={(body) => request<null>('/forgotten', { method: 'POST', body })}
					onDone={() => setSent(true)}
					submit="Send the link"
					pending="Sending..."
					fallback="The link could not be sent"
					wide
				>
					{(wrong) => <EmailField error={wrong.email} />}
				</PlainForm>
			)}
			<Text size="sm" mt="md">
				<Anchor component="button" type="button" size="sm" onClick={onBack}>
					Back to sign in
				</Anchor>
			</Text>
		</>
	);
};
