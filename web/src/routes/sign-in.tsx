import { createFileRoute } from '@tanstack/react-router';
import { SignInPage } from '../features/sign-in/sign-in-page.tsx';

export const Route = createFileRoute('/sign-in')({
	validateSearch: ({ to }: Record<string, unknown>): { to?: string } =>
		typeof to === 'string' ? { to } : {},
	component: () => <SignInPage to={Route.useSearch().to} />,
});
