import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Session } from '#shared/contract/platform/profile.ts';
import { reloadSignedOut } from '../api/auth.ts';
import { Badge } from '../ui/controls.tsx';
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx';
import { SettingsPanel } from '../ui/form/form-panel.tsx';
import { formatMoment } from '../ui/format/dates.ts';
import { Loaded } from '../ui/loading/loaded.tsx';
import { notifyFailure } from '../ui/notifications/notifications.tsx';
import { sessionsQuery, useAccountCalls } from './queries.ts';

const browsers = [
	[/Edg(e|A|iOS)?\//, 'Edge'],
	[/OPR\/|Opera/, 'Opera'],
	[/SamsungBrowser\//, 'Samsung Internet'],
	[/Firefox\/|FxiOS\//, 'Firefox'],
	[/Chrome\/|CriOS\//, 'Chrome'],
	[/Safari\//, 'Safari'],
] as const;

const systems = [
	[/iPhone|iPad/, 'iOS'],
	[/Android/, 'Android'],
	[/Windows/, 'Windows'],
	[/Mac OS X/, 'macOS'],
	[/CrOS/, 'ChromeOS'],
	[/Linux/, 'Linux'],
] as const;

const findName = (list: readonly (readonly [RegExp, string])[], text: string) =>
	list.find(([pattern]) => pattern.test(text))?.[1];

/** Returns a browser's `User-Agent` in words: 'Firefox on Windows'. Other browsers name Chrome too, so Chrome is late in the list. */
export const describeDevice = (agent: string): string => {
	const [browser, system] = [findName(browsers, agent), findName(systems, agent)];
	if (browser && system) return `${browser} on ${system}`;
	return browser ?? system ?? 'Unknown device';
};

const SessionRow = ({ session }: { session: Session }) => {
	const { endSession } = useAccountCalls();
	const end = useMutation({
		mutationFn: () => endSession(session.id),
		onError: (error) => notifyFailure(error, 'Could not sign out this device'),
	});
	const name = describeDevice(session.device);
	return (
		<Group component="li" justify="space-between" gap="sm" wrap="nowrap" py="sm">
			<Box miw={0} fz={15} style={{ overflowWrap: 'anywhere' }}>
				<span title={session.device}>{name}</span>{' '}
				{session.current && <Badge color="brand">This device</Badge>}{' '}
				{session.trusted && <Badge color="gray">Trusted</Badge>}
				<Text size="sm" c="dimmed">
					{session.address} · last used {formatMoment(session.last_seen_at)}
				</Text>
			</Box>
			{!session.current && (
				<Button
					variant="default"
					size="xs"
					flex="none"
					aria-label={`Sign out ${name}, ${session.address}`}
					loading={end.isPending}
					onClick={() => end.mutate()}
				>
					Sign out
				</Button>
			)}
		</Group>
	);
};

/** Lists the person's sessions, with a button to end each. */
export const SessionsSection = () => {
	const sessions = useQuery(sessionsQuery);
	const { endAllSessions } = useAccountCalls();
	const [isConfirming, setIsConfirming] = useState(false);
	return (
		<SettingsPanel
			title="Devices"
			text="Sign out devices that you no longer use or do not recognise."
			actions={
				<Button variant="default" onClick={() => setIsConfirming(true)}>
					Sign out everywhere
				</Button>
			}
		>
			<Loaded query={sessions} loading="Loading sessions...">
				{(rows) => (
					<Stack component="ul" className="ruled" gap={0} mt="xs" aria-label="Sessions">
						{rows.map((session) => (
							<SessionRow key={session.id} session={session} />
						))}
					</Stack>
				)}
			</Loaded>
			<ConfirmDialog
				opened={isConfirming}
				onClose={() => setIsConfirming(false)}
				title="Sign out everywhere"
				submit="Sign out everywhere"
				action={endAllSessions}
				onDone={reloadSignedOut}
				fallback="This did not work"
			>
				You are signed out on all devices, including this one.
			</ConfirmDialog>
		</SettingsPanel>
	);
};
