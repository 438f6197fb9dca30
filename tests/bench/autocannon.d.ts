/** What the benchmark uses of autocannon, which brings no types. */
declare module 'autocannon' {
	interface Options {
		url: string;
		connections: number;
		/** Seconds. */
		duration: number;
		/** Requests a second, of all connections together; as many as can be without it. */
		overallRate?: number;
		requests: {
			method: string;
			path: string;
			body?: string;
			headers?: Record<string, string>;
		}[];
	}
	interface Result {
		non2xx: number;
		errors: number;
		duration: number;
		requests: { total: number };
	}
	const autocannon: (options: Options) => Promise<Result>;
	export = autocannon;
}
