import { openapi, z } from '../zod.ts';
import { instant } from './fields.ts';

/** How something fares: fine, worth a look, or somebody must act. */
const checkStates = ['ok', 'look', 'act'] as const;

const check = z
	.object({
		name: z.string(),
		state: z.enum(checkStates),
		says: z.string().register(openapi, { description: 'How it is, in a sentence.' }),
		at: z
			.nullable(instant())
			.register(openapi, { description: 'The moment that the sentence is about.' }),
		advice: z
			.nullable(z.string())
			.register(openapi, { description: 'What to do, where something is.' }),
	})
	.register(openapi, { id: 'SystemCheck' });
export type SystemCheck = z.infer<typeof check>;

/** How the installation fares, for whoever runs it. */
export const systemStatus = z
	.object({
		version: z.string(),
		started_at: instant(),
		checks: z.array(check),
		jobs: z.array(check).register(openapi, { description: 'Work that goes on by itself.' }),
	})
	.register(openapi, { id: 'SystemStatus' });
export type SystemStatus = z.infer<typeof systemStatus>;
