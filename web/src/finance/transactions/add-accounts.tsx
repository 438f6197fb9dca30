import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import {
	type MadeAccounts,
	newAccounts,
	type RefusedAccount,
} from '#shared/contract/finance/accounts.ts';
import { formatCount } from '#shared/grouped.ts';
import { ApiError } from '../../platform/api/api-error.ts';
import type { Attempt } from '../../platform/api/attempt.ts';
import { sendCall } from '../../platform/api/calls.ts';
import { reloadMoney } from '../../platform/api/query-keys.ts';
import { PastedField } from '../../platform/ui/fields/text-fields.tsx';
import { FormDialog } from '../../platform/ui/form/form.tsx';
import type { Opened } from '../../platform/ui/loading/on-demand.tsx';
import { ACCOUNTS_KEY } from './queries.ts';

interface Outcome extends MadeAccounts {
	refused: readonly RefusedAccount[];
}

const ARRIVED = 'Your first attempt added other accounts. Check the list before you add more.';

const readRefused = (error: unknown) =>
	error instanceof ApiError
		? ((error.data as { refused?: RefusedAccount[] } | undefined)?.refused ?? [])
		: [];

/** Makes the accounts of a list that can be made. Throws `ApiError` if none can be sent. */
const sendAccounts = async (
	{ accounts }: { accounts: string[] },
	attempt: Attempt,
): Promise<Outcome> => {
	const send = (some: string[]) =>
		sendCall('POST /accounts', { body: { accounts: some } }, attempt, ARRIVED);
	try {
		return { ...(await send(accounts)), refused: [] };
	} catch (error) {
		const refused = readRefused(error);
		if (refused.length === 0) throw error;
		const wrong = new Set(refused.map(({ account }) => account));
		const rest = accounts.filter((account) => !wrong.has(account));
		const made = rest.length === 0 ? { made: [], known: [] } : await send(rest);
		return { ...made, refused };
	}
};

const SHOWN_MAX = 20;

const Named = ({ label, accounts }: { label: string; accounts: readonly string[] }) =>
	accounts.length > 0 && (
		<Text size="sm" style={{ overflowWrap: 'anywhere' }}>
			<strong>
				{formatCount(accounts.length, 'account')} {label}:
			</strong>{' '}
			{accounts.slice(0, SHOWN_MAX).join(', ').toUpperCase()}
			{accounts.length > SHOWN_MAX && ', …'}
		</Text>
	);

const Added = ({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) => (
	<Stack gap="sm">
		<Named label="added" accounts={outcome.made} />
		<Named label="already known" accounts={outcome.known} />
		{outcome.refused.length > 0 && (
			<>
				<Text size="sm" fw={600}>
					{formatCount(outcome.refused.length, 'account')} refused:
				</Text>
				<ul className="boxed ruled" aria-label="Refused accounts">
					{outcome.refused.map(({ account, why, did_you_mean: similar }) => (
						<Text component="li" size="sm" p="6px 12px" key={account}>
							<strong>{account}</strong>: {why}.
							{similar.length > 0 && ` Did you mean ${similar.join(', ').toUpperCase()}?`}
						</Text>
					))}
				</ul>
			</>
		)}
		<Group justify="flex-end">
			<Button onClick={onClose}>Done</Button>
		</Group>
	</Stack>
);

/** Adds accounts from a pasted column, and says which were made, known and refused. */
export const AddAccountsDialog = (dialog: Opened) => {
	const client = useQueryClient();
	return (
		<FormDialog
			{...dialog}
			title="Add accounts"
			schema={newAccounts}
			read={({ accounts }) => ({
				accounts: String(accounts ?? '')
					.split(/[\n\r\t,;]+/)
					.map((account) => account.trim())
					.filter(Boolean),
			})}
			send={async (body, attempt) => {
				const outcome = await sendAccounts(body, attempt);
				void client.invalidateQueries({ queryKey: [ACCOUNTS_KEY] });
				reloadMoney(client);
				return outcome;
			}}
			submit="Add accounts"
			pending="Adding..."
			fallback="Could not add the accounts"
			after={(outcome) => <Added outcome={outcome} onClose={dialog.onClose} />}
		>
			<PastedField
				name="accounts"
				label="Accounts"
				description="Paste a column of admission numbers, one a line, at most 1,000. Phone numbers need not be added."
			/>
		</FormDialog>
	);
};
