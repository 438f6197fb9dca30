import {
	providerPath,
	SIGN_IN_CHANNEL,
	type SignInProblem,
	signInProblems,
} from '#shared/contract/platform/ways-in.ts';

/** How a sign-in with the identity provider ended. */
export type ProviderOutcome = 'done' | 'code' | SignInProblem;

/** Returns the sentence for a failed sign-in; `name` is that of the provider. */
export const describeProblem = (problem: string, name: string) =>
	(signInProblems[problem as SignInProblem] ?? signInProblems.provider_refused).replaceAll(
		'$',
		name,
	);

interface ProviderOptions {
	/** Page to open after the sign-in. */
	to?: string | undefined;
	trusted?: boolean;
	/** Whether to confirm that it is the signed-in person. */
	confirm?: boolean;
}

/** Returns the address that opens the identity provider's page. */
export const buildProviderAddress = (options: ProviderOptions & { window?: boolean }) => {
	const { to, ...flags } = options;
	const search = new URLSearchParams(to ? { to } : {});
	for (const [name, isOn] of Object.entries(flags)) if (isOn) search.set(name, '1');
	return search.size > 0 ? `${providerPath}?${search}` : providerPath;
};

/** Opens the provider's page in a window, so that this page keeps what was typed. Resolves when that window reports. */
export const signInInWindow = (options: ProviderOptions) =>
	new Promise<ProviderOutcome>((resolve) => {
		const channel = new BroadcastChannel(SIGN_IN_CHANNEL);
		channel.onmessage = ({ data }) => {
			channel.close();
			resolve(data);
		};
		const address = buildProviderAddress({ ...options, window: true });
		window.open(address, '_blank', 'popup,width=520,height=720');
	});

/** Reports how the sign-in in this window ended to the page that opened it, and closes the window. */
export const reportAndClose = (outcome: string) => {
	const channel = new BroadcastChannel(SIGN_IN_CHANNEL);
	channel.postMessage(outcome);
	channel.close();
	window.close();
};
