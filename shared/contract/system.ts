import { z } from '../zod.ts';
import { instant } from './fields.ts';

/** How something fares: fine, worth a look, or somebody must act. */
const checkStates = ['ok', 'look', 'act'] as const;

const check = z
	.object({
		name: z.string(),
		state: z.enum(checkStates),
		says: z.string().meta({ description: 'How it is, in a sentence.' }),
		at: instant().nullable().meta({ description: 'The moment that the sentence is about.' }),
		advice: z.string().nullable().meta({ description: 'What to do, where something is.' }),
	})
	.meta({ id: 'SystemCheck' });
export type SystemCheck = z.infer<typeof check>;

/** How the installation fares, for whoever runs it. */
export const systemStatus = z
	.object({
		version: z.string(),
		started_at: instant(),
		checks: z.array(check),
		jobs: z.array(check).meta({ description: 'Work that goes on by itself.' }),
	})
	.meta({ id: 'SystemStatus' });
export type SystemStatus = z.infer<typeof systemStatus>;
