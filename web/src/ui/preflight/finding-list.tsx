import { Button, Text } from '@mantine/core';
import { IconAlertOctagon, IconAlertTriangle, IconCircleDashed } from '@tabler/icons-react';
import { useState } from 'react';
import type { Finding } from '#shared/contract/preflight.ts';
import { byWord } from '#shared/contract/resources.ts';
import { grouped } from '#shared/grouped.ts';
import { itemAddress } from '../../addresses.ts';
import { LinkText } from '../page/links.tsx';
import classes from './preflight.module.css';

/** The sign of each sort, and what it is called. */
export const signs = {
	stops: { icon: IconAlertOctagon, heading: 'Learners would meet this broken' },
	warns: { icon: IconAlertTriangle, heading: 'Worth a look' },
	drafts: { icon: IconCircleDashed, heading: 'Drafts that are not ready' },
};

/** Where something is missing in it, the list of what lies in it; of a course the form with its price. */
const parts: Partial<Record<`${Finding['kind']} ${Finding['code']}`, string>> = {
	'courses no_price': '/edit',
	'courses nothing_free': '/edit',
	'examsets nothing_in_it': '/pastpapers',
	'examsets only_drafts': '/pastpapers',
	'subjects nothing_in_it': '/topics',
	'subjects only_drafts': '/topics',
};

/** Where something is put right. */
const addressOf = ({ kind, code, id, path }: Finding) => {
	const place = Object.fromEntries(
		[...path, { kind, id }].map((each) => [byWord[each.kind].param, each.id]),
	);
	return itemAddress(byWord[kind], place) + (parts[`${kind} ${code}`] ?? '');
};

/** So many are read at a glance. */
const SHOWN = 6;

/** The name of what a finding is about, which leads to where it is put right. */
export const FindingName = ({ finding }: { finding: Finding }) => (
	<LinkText {...({ to: addressOf(finding) } as { to: '/' })} className={classes.name}>
		{finding.name}
	</LinkText>
);

/** What a finding says of it: the rest of the sentence that begins with the name. */
export const saysOf = ({ name, text }: Finding) => text.slice(name.length + 2).trimStart();

interface FindingListProps {
	as: keyof typeof signs;
	findings: readonly Finding[];
}

/** Findings of one sort below each other, some of many at first. */
export const FindingList = ({ as, findings }: FindingListProps) => {
	const [whole, show] = useState(false);
	const { icon: Icon, heading } = signs[as];
	if (findings.length === 0) return null;
	const shown = whole || findings.length <= SHOWN + 1 ? findings : findings.slice(0, SHOWN);
	return (
		<section className={classes.part} aria-label={heading} data-as={as}>
			<h3 className={classes.heading}>
				<Icon size={18} aria-hidden />
				{heading}
			</h3>
			<ul className={classes.findings}>
				{shown.map((finding) => (
					<li key={`${finding.code} ${finding.id}`}>
						<FindingName finding={finding} />
						{saysOf(finding)}
					</li>
				))}
			</ul>
			{shown.length < findings.length && (
				<Button variant="subtle" size="compact-sm" ml={16} onClick={() => show(true)}>
					Show all {grouped(findings.length)}
				</Button>
			)}
		</section>
	);
};

/** What is not told one by one. */
export const MoreFindings = ({ count }: { count: number }) =>
	count > 0 ? (
		<Text size="sm" c="dimmed" mt="sm">
			And {grouped(count)} more, which are told once these are put right.
		</Text>
	) : null;
