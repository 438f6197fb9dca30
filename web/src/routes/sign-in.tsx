import { createFileRoute } from '@tanstack/react-router';
import { z } from '#shared/zod.ts';
import { SignInPage, SignInWindow } from '../platform/sign-in/sign-in-page.tsx';
import { searchParams } from '../platform/ui/address/search-params.ts';

const text = z.optional(z.string());

const SignIn = () => {
	const { window: outcome, to, problem, step } = Route.useSearch();
	if (outcome) return <SignInWindow outcome={outcome} />;
	return <SignInPage to={to} problem={problem} step={step} />;
};

export const Route = createFileRoute('/sign-in')({
	validateSearch: searchParams(z.object({ to: text, problem: text, step: text, window: text })),
	component: SignIn,
});
