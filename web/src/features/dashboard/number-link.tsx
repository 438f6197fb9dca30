import type { TransactionFilters } from '#shared/contract/transactions-query.ts';
import { LinkText } from '../../ui/page/links.tsx';
import classes from './dashboard.module.css';

/** Which payments, as their list takes it from the address. */
export type Payments = Omit<TransactionFilters, 'search'>;

interface NumberLinkProps {
	/** What the number counts, for screen readers: 'Completed in November 2026'. */
	label: string;
	/** The number as it is written: 'KSh 165,000'. */
	value: string;
	/** The payments that sum to it. */
	of: Payments;
	/** The whole card around it can be pressed. */
	wide?: boolean;
}

/** A number that leads to the payments that sum to it. */
export const NumberLink = ({ label, value, of, wide = false }: NumberLinkProps) => (
	<LinkText
		to="/admin/transactions"
		search={of}
		className={wide ? `${classes.number} ${classes.wide}` : classes.number}
		aria-label={`${label}: ${value}`}
	>
		{value}
	</LinkText>
);
