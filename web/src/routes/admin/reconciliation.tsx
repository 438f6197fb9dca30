import { createFileRoute } from '@tanstack/react-router';
import { reconciliationLinesQuery } from '#shared/contract/finance/reconciliation-query.ts';
import { z } from '#shared/zod.ts';
import { PeriodPanel } from '../../finance/periods/period-panel.tsx';
import { ReconciliationPage } from '../../finance/reconciliation/reconciliation-page.tsx';
import { searchParams } from '../../platform/ui/address/search-params.ts';

const params = searchParams(
	z.object({
		...reconciliationLinesQuery.shape,
		month: z.optional(reconciliationLinesQuery.shape.month),
		state: z.optional(z.string()),
	}),
);

export const Route = createFileRoute('/admin/reconciliation')({
	staticData: {
		title: 'Reconciliation',
		loading: 'Loading the month...',
		part: 'finance',
		permission: 'payments:read',
	},
	validateSearch: params,
	component: () => (
		<ReconciliationPage
			renderPeriod={(month, openStep, onOpenStep) => (
				<PeriodPanel {...{ month, openStep, onOpenStep }} />
			)}
		/>
	),
});
