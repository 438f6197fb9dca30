import { createFileRoute } from '@tanstack/react-router';
import { z } from '#shared/zod.ts';
import { SignInPage } from '../features/sign-in/sign-in-page.tsx';
import { searchParams } from '../ui/address/search-params.ts';

export const Route = createFileRoute('/sign-in')({
	validateSearch: searchParams(z.object({ to: z.optional(z.string()) })),
	component: () => <SignInPage to={Route.useSearch().to} />,
});
