import { Box, CloseButton, Code, Group, Text, Title } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { courses } from '#shared/contract/content/courses.ts';
import { useMay } from '../../platform/api/account.ts';
import { peopleQuery } from '../../platform/api/people.ts';
import { listQuery } from '../../platform/api/queries.ts';
import { statusQuery } from '../../platform/api/status.ts';
import { LinkText } from '../../platform/ui/page/links.tsx';

interface StepProps {
	isDone: boolean;
	link: { to: string };
	title: string;
	children: ReactNode;
}

const Step = ({ isDone, link, title, children }: StepProps) => {
	const Icon = isDone ? IconCircleCheck : IconCircle;
	return (
		<Group component="li" gap="sm" py={10} px={16} align="start" wrap="nowrap">
			<Icon
				size={20}
				role="img"
				aria-label={isDone ? 'Done' : 'To do'}
				color={isDone ? 'var(--ufundi-good)' : 'var(--mantine-color-dimmed)'}
				style={{ flex: 'none', marginTop: 1 }}
			/>
			<div>
				<LinkText {...(link as { to: '/' })}>{title}</LinkText>
				<Text size="sm" c="dimmed">
					{children}
				</Text>
			</div>
		</Group>
	);
};

const Steps = ({ onClose }: { onClose: () => void }) => {
	const courseList = useQuery(listQuery(courses, {}));
	const people = useQuery(peopleQuery);
	const status = useQuery(statusQuery);
	const isLoading = [courseList, people, status].some(({ isPending }) => isPending);
	const missing = status.data?.missing_settings ?? [];
	const hasCourse = (courseList.data ?? []).length > 0;
	const hasPaper = (courseList.data ?? []).some(({ stats }) => stats.paperCount > 0);
	const hasPeople = (people.data ?? []).length > 1;
	if (!isLoading && hasCourse && hasPaper && hasPeople && missing.length === 0) return null;
	return (
		<Box
			component="section"
			aria-label="Get started"
			mb={24}
			style={{ visibility: isLoading ? 'hidden' : 'visible' }}
		>
			<Group justify="space-between" mb={6}>
				<Title order={2} size="h3">
					Get started
				</Title>
				<CloseButton aria-label="Close Get started" onClick={onClose} />
			</Group>
			<ul className="boxed ruled">
				<Step
					isDone={hasCourse}
					link={linkOptions({ to: '/admin/courses/new' })}
					title="Create a course"
				>
					Or restart the server with <Code>SAMPLE_DATA=1</Code> to load the sample.
				</Step>
				<Step isDone={hasPaper} link={linkOptions({ to: '/admin/intake' })} title="Add papers">
					Choose files or a folder. The console reads subject, year and series from them.
				</Step>
				<Step
					isDone={missing.length === 0}
					link={linkOptions({ to: '/admin/status' })}
					title="Connect M-Pesa"
				>
					{missing.length === 0 ? 'All settings are set.' : `Not set: ${missing.join(', ')}.`}
				</Step>
				<Step isDone={hasPeople} link={linkOptions({ to: '/admin/people' })} title="Invite people">
					Editors change content, finance staff see payments, viewers only read.
				</Step>
			</ul>
		</Box>
	);
};

/** Lists the first steps of a new installation, for administrators, until all are done or the list is closed. */
export const GetStarted = () => {
	const [isClosed, setClosed] = useLocalStorage({
		key: 'ufundi-get-started-closed',
		defaultValue: false,
		getInitialValueInEffect: false,
	});
	const mayManage = useMay('people:manage');
	return mayManage && !isClosed ? <Steps onClose={() => setClosed(true)} /> : null;
};
