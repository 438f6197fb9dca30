import { Text, Title } from '@mantine/core';
import { whoActs } from '#shared/contract/result-codes.ts';
import type { Trends } from '#shared/contract/statistics.ts';
import { NO_CODE } from '#shared/contract/transactions-query.ts';
import { grouped } from '#shared/grouped.ts';
import classes from './dashboard.module.css';
import { NumberLink } from './number-link.tsx';
import { Panel } from './panel.tsx';
import looks from './trends.module.css';

const sum = (counts: readonly { total: number }[]) =>
	grouped(counts.reduce((all, { total }) => all + total, 0));

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** How long the pending payments have waited. */
const PendingPanel = ({ pendingByAge: ages }: Pick<Trends, 'pendingByAge'>) => (
	<Panel
		title="Pending by age"
		aside={
			<NumberLink label="Pending in all" value={`${sum(ages)} in all`} of={{ status: 'pending' }} />
		}
	>
		<dl className={looks.rows}>
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
	</Panel>
);

/** Why payments failed in the last 30 days, in plain words, and who must act. */
const FailuresPanel = ({ failures, days }: Pick<Trends, 'failures' | 'days'>) => {
	const [from, to] = [days.at(0)?.day ?? '', days.at(-1)?.day ?? ''];
	return (
		<Panel
			title="Failures by reason"
			aside={
				<NumberLink
					label="Failed in the last 30 days"
					value={`${sum(failures)} in 30 days`}
					of={{ status: 'failed', from, to }}
				/>
			}
		>
			<ul className={looks.reasons}>
				{failures.map(({ result_code, meaning, action, total }) => (
					<li key={String(result_code)}>
						<NumberLink
							label={meaning ?? 'Failed for an unknown reason'}
							value={grouped(total)}
							of={{ from, to, result_code: String(result_code ?? NO_CODE) }}
						/>
						<div>
							{meaning ?? 'Unknown reason'}{' '}
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
		</Panel>
	);
};

/** What is pending and what failed; nothing where nothing is. */
export const UndoneSection = ({ trends }: { trends: Trends }) => {
	const waits = trends.pendingByAge.some(({ total }) => total > 0);
	const hasFailures = trends.failures.length > 0;
	if (!waits && !hasFailures) return null;
	return (
		<section className={classes.section} aria-labelledby="undone">
			<Title order={2} size="h3" id="undone">
				Pending and Failed
			</Title>
			<div className={`${classes.two} ${classes.apart}`}>
				{waits && <PendingPanel {...trends} />}
				{hasFailures && <FailuresPanel {...trends} />}
			</div>
		</section>
	);
};
