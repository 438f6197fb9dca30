import { Table } from '@mantine/core';
import { statuses, statusWords } from '#shared/contract/finance/transactions-query.ts';
import { formatWhole } from '#shared/grouped.ts';
import { formatKsh } from '../../platform/ui/format/money.ts';
import type { Figures } from './charts.tsx';
import { NumberLink } from './parts.tsx';

interface FiguresTableProps {
	label: string;
	/** 'Day' or 'Month'. */
	unit: string;
	rows: readonly Figures[];
}

/** Renders the numbers of a chart, newest first, each a link to its payments. */
export const FiguresTable = ({ label, unit, rows }: FiguresTableProps) => (
	<Table.ScrollContainer minWidth={480} type="native" aria-label={label} role="region" tabIndex={0}>
		<Table aria-label={label}>
			<Table.Thead>
				<Table.Tr>
					{[unit, ...Object.values(statusWords), 'Revenue'].map((header) => (
						<Table.Th key={header} scope="col" ta={header === unit ? 'start' : 'end'} c="dimmed">
							{header}
						</Table.Th>
					))}
				</Table.Tr>
			</Table.Thead>
			<Table.Tbody>
				{rows.toReversed().map(({ name, days, amount, ...counts }) => (
					<Table.Tr key={name} h={{ base: 44, md: 'auto' }}>
						<Table.Th scope="row" fw={400}>
							{name}
						</Table.Th>
						{statuses.map((status) => (
							<Table.Td key={status} ta="end">
								<NumberLink
									label={`${name}, ${status}`}
									value={formatWhole(counts[status])}
									filters={{ status, ...days }}
								/>
							</Table.Td>
						))}
						<Table.Td ta="end">
							<NumberLink
								label={`${name}, revenue`}
								value={formatKsh(amount)}
								filters={{ status: 'completed', ...days }}
							/>
						</Table.Td>
					</Table.Tr>
				))}
			</Table.Tbody>
		</Table>
	</Table.ScrollContainer>
);
