import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { type CSSProperties, useState } from 'react';
import { describeAction } from '#shared/contract/finance/result-codes.ts';
import type { Trends } from '#shared/contract/finance/statistics.ts';
import { NO_CODE } from '#shared/contract/finance/transactions-query.ts';
import { formatWhole } from '#shared/grouped.ts';
import { formatPlainDate } from '../../platform/ui/format/dates.ts';
import { Loading } from '../../platform/ui/loading/loading.tsx';
import { lazyPart } from '../../platform/ui/loading/on-demand.tsx';
import type { Figures } from './charts.tsx';
import { NumberLink, Panel, Section } from './parts.tsx';

const sum = (counts: readonly { total: number }[]) =>
	formatWhole(counts.reduce((all, { total }) => all + total, 0));

const capitalize = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** Renders the number of pending payments by age. */
const PendingPanel = ({ pendingByAge: ages }: Pick<Trends, 'pendingByAge'>) => (
	<Panel
		title="Pending by age"
		aside={
			<NumberLink
				label="Pending in all"
				value={`${sum(ages)} in all`}
				filters={{ status: 'pending' }}
			/>
		}
	>
		<Stack component="dl" className="ruled" gap={0} mt="xs" fz="sm">
			{ages
				.filter(({ total }) => total > 0)
				.map(({ age, total }) => (
					<Group key={age} justify="space-between" py={7}>
						<Text component="dt" inherit c="dimmed">
							{capitalize(age)}
						</Text>
						<dd>
							<NumberLink label={`Pending, ${age}`} value={formatWhole(total)} filters={{ age }} />
						</dd>
					</Group>
				))}
		</Stack>
	</Panel>
);

/** Renders why payments failed in the last 30 days, and who must act. */
const FailuresPanel = ({ failures, days }: Pick<Trends, 'failures' | 'days'>) => {
	const [from, to] = [days.at(0)?.day ?? '', days.at(-1)?.day ?? ''];
	return (
		<Panel
			title="Failures by reason"
			aside={
				<NumberLink
					label="Failed in the last 30 days"
					value={`${sum(failures)} in 30 days`}
					filters={{ status: 'failed', from, to }}
				/>
			}
		>
			<Stack component="ul" className="ruled" gap={0} mt="xs" fz="sm">
				{failures.map(({ result_code, meaning, action, total }) => (
					<Group
						component="li"
						key={String(result_code)}
						align="start"
						wrap="nowrap"
						gap="sm"
						py="xs"
					>
						<Text component="div" inherit miw={28}>
							<NumberLink
								label={meaning ?? 'Failed for an unknown reason'}
								value={formatWhole(total)}
								filters={{ from, to, result_code: String(result_code ?? NO_CODE) }}
							/>
						</Text>
						<div>
							{meaning ?? 'Unknown reason'}{' '}
							<Text span size="xs" c="dimmed">
								{result_code === null ? 'no code' : `code ${result_code}`}
							</Text>
							<Text size="sm" c="dimmed">
								{describeAction({ meaning, action })}
							</Text>
						</div>
					</Group>
				))}
			</Stack>
		</Panel>
	);
};

/** Renders what is pending and what failed, if anything. */
export const UndoneSection = ({ trends }: { trends: Trends }) => {
	const isPending = trends.pendingByAge.some(({ total }) => total > 0);
	const hasFailures = trends.failures.length > 0;
	return (
		(isPending || hasFailures) && (
			<Section title="Pending and Failed">
				<SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" style={{ alignItems: 'start' }}>
					{isPending && <PendingPanel {...trends} />}
					{hasFailures && <FailuresPanel {...trends} />}
				</SimpleGrid>
			</Section>
		)
	);
};

const waiting = <Loading height={224} />;

const [Charts] = lazyPart(() => import('./charts.tsx'), 'Charts', waiting);
const [FiguresTable] = lazyPart(() => import('./figures-table.tsx'), 'FiguresTable', waiting);

interface ChartsPanelProps {
	/** 'Last 30 days'. */
	title: string;
	unit: string;
	rows: readonly Figures[];
}

/** Renders payments and revenue over time as charts, with a table of the numbers. */
const ChartsPanel = ({ title, unit, rows }: ChartsPanelProps) => {
	const { ref, inViewport } = useInViewport<HTMLDivElement>();
	const [isOpen, setOpen] = useState(false);
	// The charting library is large: load it when the first chart comes into view.
	const [wasSeen, setSeen] = useState(false);
	if (inViewport && !wasSeen) setSeen(true);
	const when = title.toLowerCase();
	return (
		<Panel title={title}>
			<SimpleGrid ref={ref} cols={{ base: 1, lg: 2 }} spacing="lg" mt="sm">
				{wasSeen ? <Charts when={`in the ${when}`} rows={rows} /> : waiting}
			</SimpleGrid>
			<Text
				component="details"
				size="sm"
				mt="xs"
				onToggle={({ currentTarget }) => setOpen((currentTarget as HTMLDetailsElement).open)}
			>
				<Text component="summary" inherit py="sm" style={{ cursor: 'pointer' } as CSSProperties}>
					Show the numbers as a table
				</Text>
				{/* Five links a row: most of the dashboard's elements, so that they are rendered only when open. */}
				{isOpen && <FiguresTable label={`Payments and revenue, ${when}`} unit={unit} rows={rows} />}
			</Text>
		</Panel>
	);
};

/** Renders payments and revenue by day and by month. */
export const TrendsSection = ({ trends }: { trends: Trends }) => (
	<Section title="Payments and Revenue">
		<ChartsPanel
			title="Last 30 days"
			unit="Day"
			rows={trends.days.map(({ day, ...figures }) => ({
				...figures,
				name: formatPlainDate(day, 'd MMM'),
				days: { from: day, to: day },
			}))}
		/>
		<ChartsPanel
			title="Last 12 months"
			unit="Month"
			rows={trends.months.map(({ first, last, ...figures }) => ({
				...figures,
				name: formatPlainDate(first, 'MMM yyyy'),
				days: { from: first, to: last },
			}))}
		/>
	</Section>
);
