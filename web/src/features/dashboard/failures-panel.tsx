import { Text, Title } from '@mantine/core';
import { whoActs } from '#shared/contract/result-codes.ts';
import type { Trends } from '#shared/contract/statistics.ts';
import { NO_CODE } from '#shared/contract/transactions-query.ts';
import { grouped } from '#shared/grouped.ts';
import panels from './dashboard.module.css';

import { NumberLink } from './number-link.tsx';
import classes from './trends.module.css';

/** Why payments failed in the last 30 days, in plain words, and who must act. */
export const FailuresPanel = ({ failures, days }: Pick<Trends, 'failures' | 'days'>) => {
	const all = failures.reduce((sum, { total }) => sum + total, 0);
	const [from, to] = [days.at(0)?.day ?? '', days.at(-1)?.day ?? ''];
	return (
		<div className={panels.panel}>
			<div className={panels.panelHead}>
				<Title order={3} size="h4">
					Failures by reason
				</Title>
				<NumberLink
					label="Failed in the last 30 days"
					value={`${grouped(all)} in 30 days`}
					of={{ status: 'failed', from, to }}
				/>
			</div>
			<ul className={classes.reasons}>
				{failures.map(({ result_code, meaning, action, total }) => (
					<li key={String(result_code)}>
						<NumberLink
							label={meaning ?? 'Failed for a reason that we do not know'}
							value={grouped(total)}
							of={{ from, to, result_code: String(result_code ?? NO_CODE) }}
						/>
						<div>
							{meaning ?? 'For a reason that we do not know'}{' '}
							<Text span size="xs" c="dimmed">
								{result_code === null ? 'no code' : `code ${result_code}`}
							</Text>
							<Text size="sm" c="dimmed">
								{whoActs({ meaning, action })}
							</Text>
						</div>
					</li>
				))}
			</ul>
		</div>
	);
};
