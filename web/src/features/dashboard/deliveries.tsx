import { Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Trends } from '#shared/contract/statistics.ts';
import { grouped } from '#shared/grouped.ts';
import { DAY, inEastAfrica, TIME } from '../../ui/dates.ts';
import { LinkText } from '../../ui/links.tsx';
import panels from './dashboard.module.css';
import { span } from './figures.ts';
import classes from './trends.module.css';

/** A day without any delivery is worth a look, however few payments there are. */
const SILENT_MS = 24 * 3_600_000;

interface DeliveriesProps {
	trends: Trends;
	/** When the figures were read, in milliseconds. */
	at: number;
}

const Warning = ({ children }: { children: string }) => (
	<Text size="sm" className={classes.warning}>
		<IconAlertTriangle size={16} aria-hidden />
		{children}
	</Text>
);

/** When M-Pesa last delivered anything, so that a silent outage is seen, and what waits for a person. */
export const Deliveries = ({ trends: { lastDelivery, strays }, at }: DeliveriesProps) => {
	const age = lastDelivery === null ? undefined : at - Date.parse(lastDelivery);
	return (
		<div className={panels.panel}>
			<Title order={3} size="h4">
				Deliveries from M-Pesa
			</Title>
			<dl className={classes.rows}>
				<div>
					<dt>Last delivery</dt>
					<dd>
						{lastDelivery === null || age === undefined ? (
							'None yet'
						) : (
							<time dateTime={lastDelivery}>
								{inEastAfrica(lastDelivery, `${DAY} ${TIME}`)}
								<span className={classes.ago}>{span(age)} ago</span>
							</time>
						)}
					</dd>
				</div>
				<div>
					<dt>Stray deliveries</dt>
					<dd>
						<LinkText to="/admin/transactions/strays" className={panels.number} inherit>
							{grouped(strays)}
						</LinkText>
					</dd>
				</div>
			</dl>
			{age !== undefined && age >= SILENT_MS && (
				<Warning>
					{`Nothing has arrived for ${span(age)}. If people are paying, M-Pesa does not reach us.`}
				</Warning>
			)}
			{strays > 0 && (
				<Warning>Stray deliveries changed no payment and wait for a person to look at.</Warning>
			)}
		</div>
	);
};
