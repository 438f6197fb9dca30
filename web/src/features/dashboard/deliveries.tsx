import { Title } from '@mantine/core';
import { type Trends, UNHEARD_MANY } from '#shared/contract/statistics.ts';
import { ANY_MARK } from '#shared/contract/transactions.ts';
import { grouped } from '#shared/grouped.ts';
import { DAY, inEastAfrica, TIME } from '../../ui/dates.ts';
import { LinkText } from '../../ui/links.tsx';
import panels from './dashboard.module.css';
import { span } from './figures.ts';
import { NumberLink } from './number-link.tsx';
import classes from './trends.module.css';
import { Warning } from './warning.tsx';

/** A day without any delivery is worth a look, however few payments there are. */
const SILENT_MS = 24 * 3_600_000;

const ADVICE =
	'Whoever runs the server should check that the address in PUBLIC_URL can be reached from the internet. Until then, Check with M-Pesa tells what became of a payment.';

/** What is wrong with what arrives, and what to do; undefined where nothing is. */
const silenceOf = ({ lastDelivery, unheard, at }: Trends) => {
	const asked = unheard === 1 ? '1 request' : `${grouped(unheard)} requests`;
	if (lastDelivery === null)
		return unheard > 0
			? `Nothing has ever arrived, although we sent ${asked} to M-Pesa. ${ADVICE}`
			: undefined;
	const age = Date.parse(at) - Date.parse(lastDelivery);
	if (unheard >= UNHEARD_MANY)
		return `Nothing has arrived for ${span(age)}, although we sent ${asked} to M-Pesa since. ${ADVICE}`;
	return age >= SILENT_MS
		? `Nothing has arrived for ${span(age)}. If people are paying, M-Pesa does not reach us.`
		: undefined;
};

/** When M-Pesa last delivered anything, so that a silent outage is seen, and what waits for a person. */
export const Deliveries = ({ trends }: { trends: Trends }) => {
	const { lastDelivery, strays, marked, at } = trends;
	const silence = silenceOf(trends);
	return (
		<div className={panels.panel}>
			<Title order={3} size="h4">
				Deliveries from M-Pesa
			</Title>
			<dl className={classes.rows}>
				<div>
					<dt>Last delivery</dt>
					<dd>
						{lastDelivery === null ? (
							'None yet'
						) : (
							<time dateTime={lastDelivery}>
								{inEastAfrica(lastDelivery, `${DAY} ${TIME}`)}
								<span className={classes.ago}>
									{span(Date.parse(at) - Date.parse(lastDelivery))} ago
								</span>
							</time>
						)}
					</dd>
				</div>
				<div>
					<dt>Unmatched deliveries</dt>
					<dd>
						<LinkText to="/admin/transactions/strays" className={panels.number} inherit>
							{grouped(strays)}
						</LinkText>
					</dd>
				</div>
				<div>
					<dt>Marked payments</dt>
					<dd>
						<NumberLink label="Marked payments" value={grouped(marked)} of={{ mark: ANY_MARK }} />
					</dd>
				</div>
			</dl>
			{silence !== undefined && <Warning>{silence}</Warning>}
			{strays > 0 && (
				<Warning>Unmatched deliveries changed no payment and wait for a person to look at.</Warning>
			)}
			{marked > 0 && (
				<Warning>
					Marked payments have something odd about them. Open each, see why, and settle it.
				</Warning>
			)}
		</div>
	);
};
