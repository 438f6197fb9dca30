import { createFileRoute } from '@tanstack/react-router';
import { z } from '#shared/zod.ts';
import { intakesQuery } from '../../../api/intakes.ts';
import { IntakePage } from '../../../features/intake/intake-page.tsx';
import { RequirePermission } from '../../../ui/require-permission.tsx';
import { searchParams } from '../../../ui/search-params.ts';

const Screen = () => (
	<RequirePermission permission="content:write">
		<IntakePage courseId={Route.useSearch().course_id} />
	</RequirePermission>
);

export const Route = createFileRoute('/admin/intake/')({
	validateSearch: searchParams(z.object({ course_id: z.optional(z.string()) })),
	loader: ({ context }) => void context.queryClient.prefetchQuery(intakesQuery),
	component: Screen,
});
