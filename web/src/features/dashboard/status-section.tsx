import { Title } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react';
import type { Statistics } from '#shared/contract/statistics.ts';
import { statusWords } from '#shared/contract/transactions-query.ts';
import { grouped } from '#shared/grouped.ts';
import classes from './dashboard.module.css';
import { percent } from './figures.ts';
import { NumberLink } from './number-link.tsx';

const states = [
	{ status: 'completed', icon: IconCircleCheck },
	{ status: 'pending', icon: IconClock },
	{ status: 'failed', icon: IconCircleX },
] as const;

/** How many payments stand where, and what part of all they are. */
export const StatusSection = ({ figures }: { figures: Statistics }) => (
	<section className={classes.section} aria-labelledby="status">
		<Title order={2} size="h3" id="status">
			Transaction Status
		</Title>
		<dl className={classes.three}>
			{states.map(({ status, icon: Icon }) => (
				<div key={status} className={classes.card} data-status={status}>
					<dt>
						<Icon size={18} stroke={1.8} aria-hidden className={classes.sign} />
						{statusWords[status]}
					</dt>
					<dd className={classes.figure}>
						<NumberLink
							label={statusWords[status]}
							value={grouped(figures[status])}
							of={{ status }}
							wide
						/>
					</dd>
					<dd className={classes.note}>{percent(figures[status], figures.total)} of total</dd>
					<svg
						className={classes.share}
						aria-hidden="true"
						preserveAspectRatio="none"
						viewBox="0 0 100 1"
					>
						<rect width={figures.total && (figures[status] / figures.total) * 100} height="1" />
					</svg>
				</div>
			))}
		</dl>
	</section>
);
