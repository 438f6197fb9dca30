import { createFileRoute } from '@tanstack/react-router';
import { allPastPapers } from '#shared/contract/platform/lists.ts';
import { z } from '#shared/zod.ts';
import { CoveragePage } from '../../../../papers/coverage/coverage-page.tsx';
import { buildCoverageQuery } from '../../../../papers/coverage/coverage-query.ts';
import { loadOne } from '../../../../platform/api/load.ts';
import { searchParams } from '../../../../platform/ui/address/search-params.ts';

export const Route = createFileRoute('/admin/courses/$courseId/coverage')({
	validateSearch: searchParams(z.pick(allPastPapers.query, { year: true })),
	staticData: { part: 'papers', title: 'Coverage', loading: 'Loading coverage...' },
	loader: ({ context, params }) =>
		loadOne(context.queryClient, buildCoverageQuery(params.courseId)),
	component: () => {
		const { courseId } = Route.useParams();
		return <CoveragePage key={courseId} courseId={courseId} />;
	},
});
