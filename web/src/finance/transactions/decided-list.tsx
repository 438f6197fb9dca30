import { Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Decision, decisionWords } from '#shared/contract/finance/decisions.ts';
import { useMay } from '../../platform/api/account.ts';
import { buildPageQuery } from '../../platform/api/query-keys.ts';
import { useListState } from '../../platform/ui/address/list-state.ts';
import { formatMoment } from '../../platform/ui/format/dates.ts';
import { formatKsh } from '../../platform/ui/format/money.ts';
import { Empty } from '../../platform/ui/loading/empty.tsx';
import { LinkText } from '../../platform/ui/page/links.tsx';
import { PagedList, parsePage } from '../../platform/ui/table/pager.tsx';
import { TakeBack } from '../ui/decide/take-back.tsx';
import { formatAge } from '../ui/formats.ts';
import { KEY } from './queries.ts';

const LIMIT = 25;

const subjects: Record<Decision['about']['kind'], string> = {
	payment: 'Payment',
	delivery: 'Message',
	line: 'Statement line',
	receipt: 'Receipt',
	account: 'Account',
	change: 'Change after closing',
	decision: 'Money to give back',
};

const formatTitle = ({ about, what, amount, receipt, account_reference: account }: Decision) =>
	[
		subjects[about.kind],
		decisionWords[what],
		amount !== null && formatKsh(amount),
		receipt,
		account && `to “${account}”`,
	]
		.filter(Boolean)
		.join(' · ');

/** Lists the decisions that count, newest first. Each can be taken back. */
export const DecidedList = () => {
	const [{ page, search }] = useListState();
	const mayAct = useMay('payments:act');
	const list = useQuery(
		buildPageQuery([KEY, 'decided', search], 'GET /decisions', { search }, parsePage(page), LIMIT),
	);
	return (
		<PagedList
			query={list}
			limit={LIMIT}
			loading="Loading decisions..."
			fallback="Failed to fetch decisions"
			empty={<Empty icon={IconCircleCheck} title="No decisions found" />}
		>
			{({ data }) => (
				<Stack component="ul" gap={10} aria-label="Decided">
					{data.map((decision) => {
						const { id, reason, by, created_at, transaction_id: transactionId } = decision;
						const title = formatTitle(decision);
						return (
							<Group component="li" key={id} className="boxed" p="8px 16px" justify="space-between">
								<Text size="sm" flex="1 1 16rem" style={{ overflowWrap: 'anywhere' }}>
									{transactionId ? (
										<LinkText to="/admin/transactions/$transactionId" params={{ transactionId }}>
											{title}
										</LinkText>
									) : (
										title
									)}
									<Text span inherit display="block" c="dimmed">
										{reason} ({by},{' '}
										<time dateTime={created_at} title={formatMoment(created_at)}>
											{formatAge(created_at)}
										</time>
										)
									</Text>
								</Text>
								{mayAct && <TakeBack id={id} name={title} at={decision.at} />}
							</Group>
						);
					})}
				</Stack>
			)}
		</PagedList>
	);
};
