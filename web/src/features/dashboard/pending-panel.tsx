import { Title } from '@mantine/core';
import type { Trends } from '#shared/contract/statistics.ts';
import { grouped } from '#shared/grouped.ts';
import panels from './dashboard.module.css';

import { NumberLink } from './number-link.tsx';
import classes from './trends.module.css';

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

interface PendingProps {
	ages: Trends['pendingByAge'];
}

/** How long the pending payments have waited. */
export const PendingPanel = ({ ages }: PendingProps) => {
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
				{ages
					.filter(({ total }) => total > 0)
					.map(({ age, total }) => (
						<div key={age}>
							<dt>{sentence(age)}</dt>
							<dd>
								<NumberLink label={`Pending, ${age}`} value={grouped(total)} of={{ age }} />
							</dd>
						</div>
					))}
			</dl>
		</div>
	);
};
