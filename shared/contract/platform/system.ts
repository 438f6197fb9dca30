import { component, z } from '../../zod.ts';
import { instant } from './fields.ts';

const checkStates = ['ok', 'warning', 'error'] as const;

const checkSubjects = [
	'overdue',
	'unmatched',
	'refused',
	'revealed',
	'exported',
	'searched',
] as const;
export type SystemCheckSubject = (typeof checkSubjects)[number];

const check = component('SystemCheck', {
	name: z.string(),
	state: z.enum(checkStates),
	says: z.string(),
	at: z.nullable(instant()),
	advice: z.nullable(z.string()),
	about: z.nullable(z.enum(checkSubjects)),
});
export type SystemCheck = z.infer<typeof check>;

export const systemStatus = component('SystemStatus', {
	version: z.string(),
	started_at: instant(),
	checks: z.array(check),
	jobs: z.array(check),
	missing_settings: z.array(z.string()),
});
export type SystemStatus = z.infer<typeof systemStatus>;
