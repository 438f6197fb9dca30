import { createFileRoute } from '@tanstack/react-router';
import { z } from '#shared/zod.ts';
import { SignInPage } from '../platform/sign-in/sign-in-page.tsx';
import { searchParams } from '../platform/ui/address/search-params.ts';

export const Route = createFileRoute('/sign-in')({
	validateSearch: searchParams(z.object({ to: z.optional(z.string()) })),
	component: () => <SignInPage to={Route.useSearch().to} />,
});
