/** What the benchmark uses of autocannon, which brings no types. */
declare module 'autocannon' {
	interface Options {
		url: string;
		connections: number;
		/** Seconds. */
		duration: number;
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
