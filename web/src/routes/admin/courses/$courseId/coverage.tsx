import { createFileRoute } from '@tanstack/react-router';
import { allPastPapers } from '#shared/contract/lists.ts';
import { z } from '#shared/zod.ts';
import { loadOne } from '../../../../api/load.ts';
import { CoveragePage } from '../../../../features/coverage/coverage-page.tsx';
import { buildCoverageQuery } from '../../../../features/coverage/coverage-query.ts';
import { searchParams } from '../../../../ui/address/search-params.ts';

export const Route = createFileRoute('/admin/courses/$courseId/coverage')({
	validateSearch: searchParams(z.pick(allPastPapers.query, { year: true })),
	staticData: { title: 'Coverage', loading: 'Loading coverage...' },
	loader: ({ context, params }) =>
		loadOne(context.queryClient, buildCoverageQuery(params.courseId)),
	component: () => {
		const { courseId } = Route.useParams();
		return <CoveragePage key={courseId} courseId={courseId} />;
	},
});
