import { defineCalls } from '../../call.ts';
import { z } from '../../zod.ts';
import { uploadForm } from '../content/files.ts';
import { withdrawalInput } from './decisions.ts';
import {
	closedMonths,
	period,
	periodClosing,
	periodDetail,
	periodReopening,
	periods,
	reconciliation,
} from './periods.ts';
import { reconciliationLines } from './reconciliation.ts';
import {
	periodsQuery,
	reconciliationLinesQuery,
	reconciliationQuery,
	statementsQuery,
} from './reconciliation-query.ts';
import { importedStatements, statement, statementQuery } from './statements.ts';

declare module '../../call.ts' {
	interface DeclaredCalls {
		months: typeof periodCalls;
		reconciliation: typeof reconciliationCalls;
		statements: typeof statementCalls;
	}
}

/** The calls that list, close, reopen and export months. */
export const periodCalls = defineCalls({
	listPeriods: {
		at: 'GET /periods',
		permission: 'payments:read',
		summary: 'Lists months, newest first, with their totals and status',
		description: 'Returns all months without `limit`.',
		query: periodsQuery,
		answer: periods,
	},
	listClosedMonths: {
		at: 'GET /periods/closed',
		permission: 'payments:read',
		summary: 'Lists the closed months, oldest first',
		answer: closedMonths,
	},
	getPeriod: {
		at: 'GET /periods/:month',
		permission: 'payments:read',
		summary: 'Retrieves a month: its figures, their parts, and changes after its closing',
		answer: periodDetail,
	},
	downloadWorkbook: {
		at: 'GET /periods/:month/pack.xlsx',
		permission: 'payments:export',
		fresh: true,
		summary: 'Downloads the workbook of a month (XLSX)',
		description:
			'A closed month has its stored figures next to today’s. Times and amounts are typed; phone numbers and receipts are text.',
		produces: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
		answer: z.any(),
		whole: true,
		limits: { also: 'exports' },
	},
	closePeriod: {
		at: 'POST /periods/:month/close',
		permission: 'payments:act',
		summary: 'Closes a month',
		description:
			'Stores its figures. Returns 409 `not_ready` with the open items in `data`, unless `override_reason` is given, and 409 `changed` if the figures are not the `expected` ones.',
		body: periodClosing,
		answer: period,
		failures: ['changed', 'not_ready'],
		repeatable: true,
	},
	reopenPeriod: {
		at: 'POST /periods/:month/reopen',
		permission: 'payments:act',
		summary: 'Reopens a closed month',
		description: 'The audit trail keeps who closed and reopened the month.',
		body: periodReopening,
		answer: period,
		repeatable: true,
	},
});

export const reconciliationCalls = defineCalls({
	getReconciliation: {
		at: 'GET /reconciliation',
		permission: 'payments:read',
		summary: 'Retrieves the totals of a month: statement, books and their difference',
		query: reconciliationQuery,
		answer: reconciliation,
	},
	listReconciliationLines: {
		at: 'GET /reconciliation/lines',
		permission: 'payments:read',
		summary: 'Lists the statement lines and unmatched payments of a month, newest first',
		query: reconciliationLinesQuery,
		answer: reconciliationLines,
	},
});

/** The import of a statement as a form. */
export const importCalls = defineCalls({
	importStatement: {
		at: 'POST /statements',
		permission: 'payments:act',
		summary: 'Imports a statement of the M-Pesa portal: CSV, XLS or XLSX',
		description:
			'With `dry_run=true` the statement is checked and nothing is stored. Sending the same file again answers 200 and adds nothing.',
		query: statementQuery,
		body: uploadForm,
		consumes: ['multipart/form-data'],
		answer: statement,
		others: { 201: statement },
		failures: ['unsupported_type'],
		repeatable: true,
		longBody: true,
	},
});

export const statementCalls = defineCalls({
	removeStatement: {
		at: 'DELETE /statements/:id',
		permission: 'payments:act',
		summary: 'Removes an import, and its lines that no other import has',
		description: 'Answers 409 `in_use` with the decisions that rest on its lines in `data`.',
		body: withdrawalInput,
		answer: z.null(),
		failures: ['in_use'],
		repeatable: true,
	},
	listStatements: {
		at: 'GET /statements',
		permission: 'payments:read',
		summary: 'Lists imported statements, newest first',
		query: statementsQuery,
		answer: importedStatements,
	},
});
