import { createFileRoute } from '@tanstack/react-router';
import { FoundSubject } from '../../../features/subjects/found-subject.tsx';
import { NEEDS_SUBJECT, needsIds } from '../../../ui/missing-id.ts';

export const Route = createFileRoute('/admin/subjects/$subjectId')({
	beforeLoad: needsIds(NEEDS_SUBJECT),
	component: () => <FoundSubject {...Route.useParams()} />,
});
