import { component, describeAs, z } from '../zod.ts';
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
	says: describeAs(z.string(), 'State in one sentence.'),
	at: describeAs(z.nullable(instant()), 'Time that the sentence refers to.'),
	advice: describeAs(z.nullable(z.string()), 'What to do; null if nothing.'),
	about: z.nullable(z.enum(checkSubjects)),
});
export type SystemCheck = z.infer<typeof check>;

export const systemStatus = component('SystemStatus', {
	version: z.string(),
	started_at: instant(),
	checks: z.array(check),
	jobs: describeAs(z.array(check), 'Background jobs.'),
	missing_settings: describeAs(
		z.array(z.string()),
		'Variables of M-Pesa that have no value; all are optional.',
	),
});
export type SystemStatus = z.infer<typeof systemStatus>;
