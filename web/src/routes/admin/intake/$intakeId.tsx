import { createFileRoute } from '@tanstack/react-router';
import { intakeQuery } from '../../../api/intakes.ts';
import { BatchPage } from '../../../features/intake/batch-page.tsx';
import { RequirePermission } from '../../../ui/require-permission.tsx';

const Screen = () => (
	<RequirePermission permission="content:write">
		<BatchPage {...Route.useParams()} />
	</RequirePermission>
);

export const Route = createFileRoute('/admin/intake/$intakeId')({
	loader: ({ context, params }) =>
		void context.queryClient.prefetchQuery(intakeQuery(params.intakeId)),
	component: Screen,
});
