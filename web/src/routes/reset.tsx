import { createFileRoute, useLocation } from '@tanstack/react-router';
import { LinkPage } from '../platform/sign-in/link-page.tsx';

export const Route = createFileRoute('/reset')({
	component: () => <LinkPage kind="reset" token={useLocation({ select: ({ hash }) => hash })} />,
});
