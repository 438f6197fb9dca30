import { AMOUNT_MAX } from '#shared/contract/finance/payment-requests.ts';
import type { Plan } from '#shared/contract/finance/plans.ts';
import { ConfigError, type Env, readList } from '../platform/settings/env.ts';

const MONTHS_MAX = 36;

/** Reads PLANS, such as `1:600,3:1700`. Several prices for the same months are accepted, but no price for two. */
export const readPlans = (env: Env): Plan[] => {
	const plans = readList(env, 'PLANS').map((text) => {
		const [, months, amount] = /^(\d{1,2}):(\d{1,6})$/.exec(text)?.map(Number) ?? [];
		if (!months || !amount || months > MONTHS_MAX || amount > AMOUNT_MAX)
			throw new ConfigError(
				`PLANS must list months (1 to ${MONTHS_MAX}) and shillings such as 1:600,3:1700, not "${text}".`,
			);
		return { months, amount };
	});
	for (const { months, amount } of plans)
		if (plans.some((other) => other.amount === amount && other.months !== months))
			throw new ConfigError(`PLANS must not have the price ${amount} for different months.`);
	return plans;
};
