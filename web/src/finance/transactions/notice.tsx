import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TransactionFilters } from '#shared/contract/finance/transactions-query.ts';
import { isMasked } from '#shared/phone.ts';

/** Renders a notice above or below the list. */
export const Notice = ({ children }: { children: ReactNode }) => (
	<Group
		className="boxed"
		role="status"
		gap="sm"
		justify="space-between"
		wrap="nowrap"
		my="sm"
		p="8px 8px 8px 16px"
		fz="sm"
		bg="var(--mantine-color-brand-light)"
	>
		{children}
	</Group>
);

/** Warns that a masked number can belong to several payers. */
export const MaskedNote = ({ search = '' }: TransactionFilters) =>
	isMasked(search) && (
		<Notice>
			M-Pesa masked these numbers. Other payers can have the same digits: compare the time and the
			amount.
		</Notice>
	);
