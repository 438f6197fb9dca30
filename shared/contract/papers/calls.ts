import { defineCalls } from '../../call.ts';
import { z } from '../../zod.ts';
import { operation } from '../content/bulk.ts';
import { makePageSchema, paged } from '../platform/lists.ts';
import { coverage, lacking, notHeld } from './coverage.ts';
import {
	intake,
	intakeChanges,
	intakeRemoval,
	intakeRows,
	intakeSummary,
	newIntake,
	newIntakeRows,
} from './intake.ts';

declare module '../../call.ts' {
	interface DeclaredCalls {
		coverage: typeof coverageCalls;
		intakes: typeof intakeCalls;
	}
}

/** The calls on existing and missing papers. */
export const coverageCalls = defineCalls({
	getCoverage: {
		at: 'GET /courses/:courseId/coverage',
		permission: 'content:read',
		summary: 'Retrieves the papers of a course by subject, year and series',
		description:
			'A paper is missing if the course has the series and the subject has no paper in it; marking schemes do not count. With several papers, the best state counts: published, then draft, then without a file.',
		answer: coverage,
	},
	setExamHeld: {
		at: 'PUT /courses/:courseId/coverage',
		permission: 'content:write',
		summary: 'Marks an exam as held or not held',
		description:
			'Marks one subject, or, without one, the whole series. Answers 409 if the whole series is marked and one subject is to be unmarked.',
		body: notHeld,
		answer: coverage,
		failures: ['conflict'],
	},
	listMissingPapers: {
		at: 'GET /coverage',
		permission: 'content:read',
		summary: 'Lists the series of all courses that lack papers, newest first',
		query: z.object(paged),
		answer: makePageSchema(lacking),
	},
});

const one = { permission: 'content:write', answer: intake } as const;

/** The calls on intakes: upload batches whose files become past papers. */
export const intakeCalls = defineCalls({
	listIntakes: {
		at: 'GET /intakes',
		permission: 'content:write',
		summary: 'Lists the intakes of all editors, newest first',
		answer: z.array(intakeSummary),
	},
	createIntake: {
		...one,
		at: 'POST /intakes',
		summary: 'Creates an intake',
		body: newIntake,
		status: 201,
		repeatable: true,
	},
	getIntake: {
		...one,
		at: 'GET /intakes/:intakeId',
		summary: 'Retrieves an intake with its rows by path, each marking scheme after its paper',
	},
	deleteIntake: {
		at: 'DELETE /intakes/:intakeId',
		permission: 'content:write',
		summary: 'Deletes an intake; its saved past papers stay',
		answer: z.null(),
		failures: ['conflict'],
	},
	addIntakeRows: {
		at: 'POST /intakes/:intakeId/rows',
		permission: 'content:write',
		summary: 'Adds uploaded files to an intake; returns their rows in the order of the files',
		body: newIntakeRows,
		status: 201,
		answer: intakeRows,
		repeatable: true,
	},
	updateIntakeRows: {
		...one,
		at: 'PUT /intakes/:intakeId/rows',
		summary: 'Sets values of intake rows',
		description:
			'Cells that are not named stay unchanged, also those that another person corrected. Rows that are past papers already stay unchanged.',
		body: intakeChanges,
	},
	removeIntakeRows: {
		...one,
		at: 'POST /intakes/:intakeId/rows/remove',
		summary: 'Removes rows from an intake',
		body: intakeRemoval,
		repeatable: true,
	},
	saveIntake: {
		at: 'POST /intakes/:intakeId/save',
		permission: 'content:write',
		summary: 'Creates draft past papers from all rows without errors',
		description:
			'Starts one operation, which `POST /operations/{id}/undo` reverts. Creates missing exam sets.',
		answer: operation,
		repeatable: true,
	},
});
