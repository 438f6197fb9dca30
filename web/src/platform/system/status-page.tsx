import { Code, Group, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconUrgent } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import type {
	SystemCheck,
	SystemCheckSubject,
	SystemStatus,
} from '#shared/contract/platform/system.ts';
import { statusQuery } from '../api/status.ts';
import { formatMoment } from '../ui/format/dates.ts';
import { Loaded } from '../ui/loading/loaded.tsx';
import { LinkText } from '../ui/page/links.tsx';
import { Page } from '../ui/page/page.tsx';
import { RefreshButton } from '../ui/page/refresh-button.tsx';

const states = {
	ok: { label: 'Fine', icon: IconCircleCheck, color: 'var(--ufundi-good)' },
	warning: { label: 'Warning', icon: IconAlertTriangle, color: 'var(--ufundi-waiting)' },
	error: { label: 'Act now', icon: IconUrgent, color: 'var(--ufundi-bad)' },
} as const;

/** Maps advice to the list that it refers to. */
const listOf = {
	overdue: linkOptions({ to: '/admin/transactions', search: { age: 'over 1 day' } }),
	unmatched: linkOptions({ to: '/admin/transactions/to-check', search: { kind: 'unmatched' } }),
	refused: linkOptions({ to: '/admin/audit', search: { action: 'sign_in_refused' } }),
	revealed: linkOptions({ to: '/admin/audit', search: { action: 'reveal' } }),
	searched: linkOptions({ to: '/admin/audit', search: { action: 'search' } }),
	exported: linkOptions({ to: '/admin/audit', search: { action: 'export' } }),
} satisfies Record<SystemCheckSubject, unknown>;

/** Renders a sentence with the commands between backticks as code. */
const withCommands = (sentence: string) =>
	sentence.split('`').map((part, index) => (index % 2 ? <Code key={part}>{part}</Code> : part));

const Check = ({ check }: { check: SystemCheck }) => {
	const { label, icon: Icon, color } = states[check.state];
	return (
		<Group component="li" align="start" wrap="nowrap" gap={14} py={14}>
			<Icon size={22} role="img" aria-label={label} color={color} style={{ flex: 'none' }} />
			<div>
				<Text fw={600}>{check.name}</Text>
				<Text size="sm" c="dimmed">
					{withCommands(check.says)}
					{check.at && (
						<>
							: <time dateTime={check.at}>{formatMoment(check.at)}</time>
						</>
					)}
				</Text>
				{check.advice && (
					<Text size="sm" mt={4}>
						{withCommands(check.advice)}{' '}
						{check.about && <LinkText {...listOf[check.about]}>Show them</LinkText>}
					</Text>
				)}
			</div>
		</Group>
	);
};

const Checks = ({ title, checks }: { title: string; checks: readonly SystemCheck[] }) => (
	<Stack component="section" gap="sm" mb="lg">
		<Title order={2} size="h4">
			{title}
		</Title>
		<Stack component="ul" className="boxed ruled" gap={0} px={20} aria-label={title}>
			{checks.map((check) => (
				<Check key={check.name} check={check} />
			))}
		</Stack>
	</Stack>
);

/** Summarizes the number of problems in a sentence. */
const summarizeStatus = ({ checks, jobs }: SystemStatus) => {
	const troubled = [...checks, ...jobs].filter(({ state }) => state !== 'ok').length;
	if (troubled === 0) return 'No problems.';
	return troubled === 1 ? '1 problem.' : `${troubled} problems.`;
};

/** Renders the state of the installation, with advice for administrators. */
export const StatusPage = () => {
	const status = useQuery(statusQuery);
	return (
		<Page
			subtitle={status.data && summarizeStatus(status.data)}
			actions={<RefreshButton query={status} />}
		>
			<Loaded query={status} loading="Loading status..." fallback="Failed to load the status">
				{({ version, started_at, checks, jobs }) => (
					<>
						<Checks title="Installation" checks={checks} />
						{jobs.length > 0 && <Checks title="Background jobs" checks={jobs} />}
						<Text size="sm" c="dimmed">
							Version {version}, running since {formatMoment(started_at)}
						</Text>
					</>
				)}
			</Loaded>
		</Page>
	);
};
