import { Button, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { withdrawalInput } from '#shared/contract/finance/decisions.ts';
import { type ImportedStatement, isPaidInto } from '#shared/contract/finance/statements.ts';
import { formatPeriod } from '#shared/east-africa-time.ts';
import { formatCount, formatWhole } from '#shared/grouped.ts';
import { useMay } from '../../platform/api/account.ts';
import { call } from '../../platform/api/calls.ts';
import { reloadMoney } from '../../platform/api/query-keys.ts';
import { useListState } from '../../platform/ui/address/list-state.ts';
import { ClosedMonth } from '../../platform/ui/dialog/closed-month.tsx';
import { ReasonField } from '../../platform/ui/fields/text-fields.tsx';
import { FormDialog } from '../../platform/ui/form/form.tsx';
import { formatMoment } from '../../platform/ui/format/dates.ts';
import { formatMoney } from '../../platform/ui/format/money.ts';
import { Empty } from '../../platform/ui/loading/empty.tsx';
import { useLast } from '../../platform/ui/loading/on-demand.tsx';
import { BackLink } from '../../platform/ui/page/back-link.tsx';
import { LinkButton } from '../../platform/ui/page/links.tsx';
import { Page } from '../../platform/ui/page/page.tsx';
import { PagedList, parsePage } from '../../platform/ui/table/pager.tsx';
import { buildStatementsQuery, STATEMENTS_LIMIT } from './queries.ts';

interface StatementRowProps {
	statement: ImportedStatement;
	/** Asks before the statement is removed; undefined for people who may not. */
	onRemove: (() => void) | undefined;
}

const StatementRow = ({ statement, onRemove }: StatementRowProps) => {
	const { opening, closing, short_code: code, account } = statement;
	return (
		<SimpleGrid
			component="li"
			cols={{ base: 1, sm: 3 }}
			spacing="lg"
			verticalSpacing={4}
			p="12px 16px"
			fz="sm"
			style={{ overflowWrap: 'anywhere' }}
		>
			<Stack gap={0}>
				<strong className="tabular">{formatPeriod([statement.from, statement.to])}</strong>
				<span className="quiet">{[code, account].filter(Boolean).join(' · ')}</span>
			</Stack>
			<Stack gap={0}>
				<span className="tabular">
					{formatCount(statement.lines, 'line')}, {formatWhole(statement.new_lines)} new
				</span>
				{opening !== null && closing !== null && (
					<span className="quiet tabular">
						{formatMoney(opening)} to {formatMoney(closing)}
					</span>
				)}
			</Stack>
			<Stack gap={0}>
				<span>{statement.file_name}</span>
				<span className="quiet">
					{statement.by}, <time dateTime={statement.at}>{formatMoment(statement.at)}</time>
				</span>
				{onRemove && (
					<Button
						variant="subtle"
						color="red"
						size="compact-xs"
						w="fit-content"
						aria-label={`Remove ${statement.file_name}`}
						onClick={onRemove}
					>
						Remove…
					</Button>
				)}
			</Stack>
			{(statement.gaps.length > 0 || !isPaidInto(account)) && (
				<Text inherit c="var(--mantine-color-error)" style={{ gridColumn: '1 / -1' }}>
					{isPaidInto(account)
						? `No statement covers ${statement.gaps.map(formatPeriod).join(', ')}.`
						: 'Payers do not pay into this account, so it covers no payments.'}
				</Text>
			)}
		</SimpleGrid>
	);
};

/** Lists the imported M-Pesa statements, with the periods that no statement covers. */
export const StatementsPage = () => {
	const [{ page }] = useListState();
	const list = useQuery(buildStatementsQuery(parsePage(page)));
	const mayAct = useMay('payments:act');
	const [removing, setRemoving] = useState<ImportedStatement>();
	const shown = useLast(removing);
	const client = useQueryClient();
	return (
		<Page
			subtitle="Imported M-Pesa statements, newest first"
			back={<BackLink to="/admin/reconciliation">Reconciliation</BackLink>}
		>
			<PagedList
				query={list}
				limit={STATEMENTS_LIMIT}
				loading="Loading statements..."
				fallback="Failed to load the statements"
				empty={
					<Empty
						icon={IconFileSpreadsheet}
						title="No statements yet"
						text="Import exports of the M-Pesa portal on the Reconciliation screen."
						action={<LinkButton to="/admin/reconciliation">Open Reconciliation</LinkButton>}
					/>
				}
			>
				{({ data }) => (
					<ul className="boxed ruled" aria-label="Statements">
						{data.map((statement) => (
							<StatementRow
								key={statement.id}
								statement={statement}
								onRemove={mayAct ? () => setRemoving(statement) : undefined}
							/>
						))}
					</ul>
				)}
			</PagedList>
			<FormDialog
				opened={removing !== undefined}
				onClose={() => setRemoving(undefined)}
				title="Remove statement"
				schema={withdrawalInput}
				submit="Remove"
				pending="Removing..."
				fallback="Could not remove the statement"
				dangerous
				send={async (body) => {
					await call('DELETE /statements/:id', { params: { id: String(shown?.id) }, body });
					reloadMoney(client);
				}}
			>
				<Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
					{shown?.file_name}
				</Text>
				<Text size="sm" c="dimmed">
					Its lines go, unless another statement covers the same time. Payments stay.
				</Text>
				{shown && <ClosedMonth at={[[shown.from, shown.last_line_at ?? shown.from]]} />}
				<ReasonField />
			</FormDialog>
		</Page>
	);
};
