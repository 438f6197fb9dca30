import type { Behaviour } from '../../tools/daraja-simulator/behaviour.ts';
import { CREDENTIALS, startSimulator } from '../../tools/daraja-simulator/simulator.ts';
import { test as base, expect, waitForAnswer } from './server.ts';

export { expect, waitForAnswer };

/** Secret path segment of the M-Pesa callbacks. */
export const HOOK_TOKEN = 'a-hook-token-for-the-browser-tests';

/** A site with M-Pesa set up, and its Safaricom simulator. */
export const test = base.extend<{
	/** More settings of the site. */
	settings: Record<string, string>;
	desk: {
		url: string;
		simulator: Awaited<ReturnType<typeof startSimulator>>;
		/** Sets the behaviour of the simulator for later prompts. */
		behave: (how: Behaviour) => void;
	};
}>({
	settings: [{}, { option: true }],
	desk: async ({ fresh, settings }, use) => {
		let behaviour: Behaviour = {};
		const simulator = await startSimulator({ behave: () => behaviour });
		const { url } = await fresh({
			MPESA_BASE_URL: simulator.url,
			MPESA_CONSUMER_KEY: CREDENTIALS.consumerKey,
			MPESA_CONSUMER_SECRET: CREDENTIALS.consumerSecret,
			MPESA_SHORTCODE: '174379',
			MPESA_PASSKEY: 'simulated-passkey',
			MPESA_HOOK_TOKEN: HOOK_TOKEN,
			...settings,
		});
		await use({
			url,
			simulator,
			behave: (how) => {
				behaviour = how;
			},
		});
		await simulator.close();
	},
});
