const { env } = import.meta as ImportMeta & { env: { MODE: string } };

/** Whether what takes long is tried at length (`npm run test:faults`) or as a part of `npm test`. */
export const AT_LENGTH = env.MODE === 'long';

/** How often something is tried that goes wrong now and then: a third as often in `npm test`. */
export const rounds = (atLength: number) => (AT_LENGTH ? atLength : Math.ceil(atLength / 3));

/** Both engines where something is tried at length, the one on which nearly all run in `npm test`. */
export const SOME_ENGINES = AT_LENGTH ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const);

/** Where this run's randomness begins; a failure names it, and FAULT_SEED brings the same run again. */
export const SEED = Number(process.env.FAULT_SEED) || Math.floor(Math.random() * 1_000_000_000);
