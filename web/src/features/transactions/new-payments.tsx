import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TransactionFilters } from '#shared/contract/transactions-query.ts';
import { numberOf } from '#shared/grouped.ts';
import { PAGE_LIMIT, totalQuery } from './queries.ts';
import classes from './transactions.module.css';

export interface NewPaymentsProps {
	filters: TransactionFilters;
	/** How many there were when the rows on screen were read. */
	shown: number;
	onShow: () => void;
}

const PEEK_MS = 15_000;

/**
 * The server keeps figures of states and days. Anything else it counts payment by payment, which an open
 * screen does not ask for again and again unless all that was found fits on one page.
 */
const isCheaplyCounted = (filters: TransactionFilters, shown: number) => {
	const { search, result_code, age, mark } = filters;
	return shown <= PAGE_LIMIT || !(search || result_code || age || mark);
};

/** Says that payments have come in since the rows were read; the rows stay until they are asked for. */
export const NewPayments = ({ filters, shown, onShow }: NewPaymentsProps) => {
	const now = useQuery({
		...totalQuery(filters),
		// As the rows have just told.
		initialData: shown,
		enabled: isCheaplyCounted(filters, shown),
		refetchInterval: PEEK_MS,
	});
	const more = (now.data ?? shown) - shown;
	return (
		<div role="status">
			{more > 0 && (
				<div className={classes.newPayments}>
					<Text size="sm">{numberOf(more, 'new payment')}</Text>
					<Button size="xs" onClick={onShow}>
						Show
					</Button>
				</div>
			)}
		</div>
	);
};
