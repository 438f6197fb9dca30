const { env } = import.meta as ImportMeta & { env: { MODE: string } };

/** Whether long tests run in full (`npm run test:rest`) or in their short form (`npm test`). */
export const AT_LENGTH = env.MODE === 'long';

/** Returns how often to repeat a test of a rare failure: a third as often in `npm test`. */
export const rounds = (atLength: number) => (AT_LENGTH ? atLength : Math.ceil(atLength / 3));

/** Both engines in the long run, SQLite in `npm test`. */
export const SOME_ENGINES = AT_LENGTH ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const);

/**
 * The seed of the random choices of a run; test names show it, and FAULT_SEED repeats the run. `npm test` repeats one
 * seed, so that it fails only because of a change; the long run chooses its own.
 */
export const SEED =
	Number(process.env.FAULT_SEED) || (AT_LENGTH ? Math.floor(Math.random() * 1_000_000_000) : 46);
