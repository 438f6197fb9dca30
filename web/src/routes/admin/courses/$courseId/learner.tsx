import { createFileRoute } from '@tanstack/react-router';
import { previewQuery } from '#shared/contract/learners/learners.ts';
import { z } from '#shared/zod.ts';
import { LearnerPage } from '../../../../learners/published/learner-page.tsx';
import { searchParams } from '../../../../platform/ui/address/search-params.ts';

export const Route = createFileRoute('/admin/courses/$courseId/learner')({
	staticData: { title: 'As a learner', loading: 'Loading the course...' },
	validateSearch: searchParams(z.pick(previewQuery, { drafts: true })),
	component: () => {
		const { courseId } = Route.useParams();
		return <LearnerPage key={courseId} courseId={courseId} />;
	},
});
