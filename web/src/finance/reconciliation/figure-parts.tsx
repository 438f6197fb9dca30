import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatCount } from '#shared/grouped.ts';
import { queryCall } from '../../platform/api/calls.ts';
import { Modal } from '../../platform/ui/dialog/modal.tsx';
import { formatMoney } from '../../platform/ui/format/money.ts';
import { Loaded } from '../../platform/ui/loading/loaded.tsx';
import type { Opened } from '../../platform/ui/loading/on-demand.tsx';
import { LinkText } from '../../platform/ui/page/links.tsx';
import { KEY } from './queries.ts';

interface FigurePartsProps extends Opened {
	month: string;
	/** The figure: the first part of the codes of its parts. */
	figure: string;
	label: string;
}

/** Shows the parts that a figure of a month adds up to, each with a link to its lines. */
export const FigureParts = ({ month, figure, label, ...dialog }: FigurePartsProps) => {
	const detail = useQuery({
		queryKey: [KEY, 'detail', month],
		queryFn: queryCall('GET /periods/:month', { params: { month } }),
		enabled: dialog.opened,
	});
	return (
		<Modal {...dialog} title={`${label}: the parts`} onlyShows>
			<Loaded query={detail} loading="Loading the parts..." fallback="Could not load the parts">
				{({ parts }) => {
					// What is still to decide is that of today, also in a closed month.
					const ownParts = parts.filter(
						({ code }) => code.startsWith(`${figure}.`) && code !== 'unexplained.since_closing',
					);
					if (ownParts.length === 0) return <Text size="sm">Nothing adds to this figure.</Text>;
					return (
						<ul className="boxed ruled" aria-label="Parts">
							{ownParts.map(({ code, text, count, amount, list }) => (
								<li key={code} style={{ padding: '8px 12px' }}>
									{code.endsWith('.since_closing') ? (
										text
									) : (
										<LinkText
											to="/admin/reconciliation"
											search={Object.fromEntries(new URLSearchParams(list.split('?')[1]))}
											onClick={dialog.onClose}
										>
											{text}
										</LinkText>
									)}
									<Text size="sm" className="tabular">
										{formatMoney(amount)} in{' '}
										{formatCount(count, code.endsWith('.since_closing') ? 'change' : 'line')}
									</Text>
								</li>
							))}
							<li style={{ padding: '8px 12px', fontWeight: 600 }}>
								{formatMoney(
									ownParts.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100,
								)}{' '}
								in all
							</li>
						</ul>
					);
				}}
			</Loaded>
		</Modal>
	);
};
