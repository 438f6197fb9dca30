import { createFileRoute } from '@tanstack/react-router';
import { intakeQuery } from '../../../api/intakes.ts';
import { UploadPage } from '../../../features/intake/upload-page.tsx';

export const Route = createFileRoute('/admin/intake/$intakeId')({
	staticData: { permission: 'content:write' },
	loader: ({ context, params }) =>
		void context.queryClient.prefetchQuery(intakeQuery(params.intakeId)),
	component: () => <UploadPage {...Route.useParams()} />,
});
