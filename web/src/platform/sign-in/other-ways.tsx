import { Button, Divider, Stack, Text } from '@mantine/core';
import { IconBuilding, IconFingerprint } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { siteQuery } from '../api/account.ts';
import { ApiError } from '../api/api-error.ts';
import { canUsePasskeys } from '../api/passkeys.ts';
import {
	buildProviderAddress,
	describeProblem,
	type ProviderOutcome,
	signInInWindow,
} from '../api/provider.ts';
import { Failed } from '../ui/loading/failed.tsx';

interface OtherWaysProps {
	/** Uses a passkey; no button for passkeys without it. */
	askPasskey?: (() => Promise<unknown>) | undefined;
	onDone: () => void;
	/** Called if the provider's sign-in still needs a code. */
	onCode?: () => void;
	/** Options of the provider's sign-in; no button for it without them. `inWindow` keeps this page open. */
	provider?: { to?: string | undefined; trusted?: boolean; confirm?: boolean; inWindow: boolean };
	/** Whether a form stands above. */
	divided: boolean;
}

/** Renders the buttons of the ways to sign in, or to confirm, other than a password. Renders nothing if there are none. */
export const OtherWays = ({ askPasskey, onDone, onCode, provider, divided }: OtherWaysProps) => {
	const { data: site } = useQuery(siteQuery);
	const { inWindow = false, ...options } = provider ?? {};
	const name = provider && site?.provider;
	const passkey = useMutation({
		mutationFn: async () => askPasskey?.(),
		onSuccess: onDone,
	});
	const outside = useMutation({
		mutationFn: async () => signInInWindow(options),
		onSuccess: (outcome: ProviderOutcome) => {
			if (outcome === 'done') onDone();
			else if (outcome === 'code') onCode?.();
		},
	});
	const hasPasskeys = askPasskey !== undefined && canUsePasskeys();
	if (!hasPasskeys && !name) return null;
	const outcome = outside.data;
	const problem =
		name && outcome && outcome !== 'done' && outcome !== 'code'
			? new ApiError({ kind: 'refused', message: describeProblem(outcome, name) })
			: null;
	const error = passkey.error ?? problem;
	return (
		<Stack gap="sm" mt={divided ? 'md' : 0}>
			{divided && <Divider label="or" />}
			{error && <Failed error={error} fallback="Could not sign in" />}
			{name && (
				<Button
					variant="default"
					fullWidth
					leftSection={<IconBuilding size={18} aria-hidden />}
					onClick={() =>
						inWindow ? outside.mutate() : location.assign(buildProviderAddress(options))
					}
				>
					Continue with {name}
				</Button>
			)}
			{outside.isPending && (
				<Text size="sm" c="dimmed" role="status">
					Continue in the window that opened.
				</Text>
			)}
			{hasPasskeys && (
				<Button
					variant="default"
					fullWidth
					leftSection={<IconFingerprint size={18} aria-hidden />}
					loading={passkey.isPending}
					onClick={() => passkey.mutate()}
				>
					Use a passkey
				</Button>
			)}
		</Stack>
	);
};
