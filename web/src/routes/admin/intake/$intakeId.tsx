import { createFileRoute } from '@tanstack/react-router';
import { buildIntakeQuery } from '../../../papers/intake/intakes.ts';
import { UploadPage } from '../../../papers/intake/upload-page.tsx';

export const Route = createFileRoute('/admin/intake/$intakeId')({
	staticData: {
		part: 'papers',
		title: 'Intake',
		loading: 'Loading the upload...',
		permission: 'content:write',
	},
	loader: ({ context, params }) =>
		void context.queryClient.prefetchQuery(buildIntakeQuery(params.intakeId)),
	component: () => <UploadPage {...Route.useParams()} />,
});
