import { createFileRoute } from '@tanstack/react-router';
import { z } from '#shared/zod.ts';
import { IntakePage } from '../../../papers/intake/intake-page.tsx';
import { intakesQuery } from '../../../papers/intake/intakes.ts';
import { searchParams } from '../../../platform/ui/address/search-params.ts';

export const Route = createFileRoute('/admin/intake/')({
	staticData: {
		part: 'papers',
		title: 'Intake',
		loading: 'Loading uploads...',
		permission: 'content:write',
	},
	validateSearch: searchParams(z.object({ course_id: z.optional(z.string()) })),
	loader: ({ context }) => void context.queryClient.prefetchQuery(intakesQuery),
	component: () => <IntakePage courseId={Route.useSearch().course_id} />,
});
