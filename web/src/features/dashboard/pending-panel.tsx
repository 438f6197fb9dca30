import { Title } from '@mantine/core';
import type { Trends } from '#shared/contract/statistics.ts';
import { grouped } from '#shared/grouped.ts';
import panels from './dashboard.module.css';

import { NumberLink } from './number-link.tsx';
import classes from './trends.module.css';
import { Warning } from './warning.tsx';

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

interface PendingProps {
	ages: Trends['pendingByAge'];
	/** Of our own requests, how many wait for more than a day. */
	overdue: number;
}

/** How long the pending payments have waited, and what to do about those that wait for too long. */
export const PendingPanel = ({ ages, overdue }: PendingProps) => {
	const all = ages.reduce((sum, { total }) => sum + total, 0);
	return (
		<div className={panels.panel}>
			<div className={panels.panelHead}>
				<Title order={3} size="h4">
					Pending by age
				</Title>
				<NumberLink
					label="Pending in all"
					value={`${grouped(all)} in all`}
					of={{ status: 'pending' }}
				/>
			</div>
			<dl className={classes.rows}>
				{ages.map(({ age, total }) => (
					<div key={age}>
						<dt>{sentence(age)}</dt>
						<dd>
							<NumberLink label={`Pending, ${age}`} value={grouped(total)} of={{ age }} />
						</dd>
					</div>
				))}
			</dl>
			{overdue > 0 && (
				<Warning>
					{`${overdue === 1 ? '1 request has' : `${grouped(overdue)} requests have`} been pending for over a day, and M-Pesa is asked no more. Open each and choose Check with M-Pesa; if it still does not say, look for the phone in the statement of its portal.`}
				</Warning>
			)}
		</div>
	);
};
