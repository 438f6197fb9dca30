import { defineCalls } from '../../call.ts';
import { z } from '../../zod.ts';
import { success } from '../platform/errors.ts';
import { makePageSchema } from '../platform/lists.ts';
import { bulkRequest, operation, operationSummary, operationsQuery } from './bulk.ts';
import { courseOverview } from './course-overview.ts';
import { deletionForecast, deletionImpactQuery } from './deletion-impact.ts';
import {
	chunkedUpload,
	describedFile,
	fileNames,
	listedFile,
	uploadAnswer,
	uploadBeginning,
	uploadForm,
} from './files.ts';
import {
	problem,
	problemClosing,
	problemsClosed,
	problemsClosing,
	problemsQuery,
	problemsReopening,
} from './problems.ts';
import { searchAnswer, searchQuery } from './search.ts';
import { deletion, restored, trashQuery } from './trash.ts';
import { itemVersion } from './versions.ts';

declare module '../../call.ts' {
	interface DeclaredCalls {
		overview: typeof overviewCalls;
		operations: typeof operationCalls;
		versions: typeof versionCalls;
		problems: typeof problemCalls;
		trash: typeof trashCalls;
		search: typeof searchCalls;
		files: typeof fileCalls;
		form: typeof formCalls;
		uploads: typeof uploadCalls;
		chunks: typeof chunkCalls;
	}
}

export const overviewCalls = defineCalls({
	getCourseOverview: {
		at: 'GET /courses/:courseId/overview',
		permission: 'content:read',
		summary: 'Retrieves what a course lacks and its recent changes',
		answer: courseOverview,
	},
});

const ONCE =
	'With an `Idempotency-Key`, the same request again within a day continues and answers the same portion.';

/** The calls of bulk actions. */
export const operationCalls = defineCalls({
	createOperation: {
		at: 'POST /bulk',
		permission: 'content:write',
		summary: 'Runs an action on many items, each on its own',
		description: `A query that finds more than 1,000 items runs in portions: repeat the call with \`operation\` until \`remaining\` is 0. The caller's rights are checked again during each portion; once they are revoked, the rest ends as \`forbidden\`. ${ONCE}`,
		body: bulkRequest,
		answer: operation,
		failures: ['changed', 'editors_only'],
		repeatable: true,
	},
	// Whoever may run the action may undo it: see `requireAction`.
	undoOperation: {
		at: 'POST /operations/:id/undo',
		permission: 'content:read',
		summary: 'Undoes an operation, item by item',
		description: `Possible for 30 days. Needs \`content:write\`, or \`payments:act\` for assignments of payments. Items that someone changed stay as they are: \`changed\`. Repeat the call for the next portion, or to try again what could not be undone. ${ONCE}`,
		answer: operation,
		failures: ['changed', 'editors_only'],
		repeatable: true,
	},
	listOperations: {
		at: 'GET /operations',
		permission: 'content:read',
		summary:
			'Lists the operations of the caller, or all on an item, of the last 30 days, newest first',
		query: operationsQuery,
		answer: makePageSchema(operationSummary),
	},
	getOperation: {
		at: 'GET /operations/:id',
		permission: 'content:read',
		summary: 'Retrieves an operation and its results',
		answer: operation,
	},
	getDeletionImpact: {
		at: 'GET /deletion-impact',
		permission: 'content:read',
		summary: 'Counts the content that is deleted with several items',
		query: deletionImpactQuery,
		answer: deletionForecast,
	},
});

export const versionCalls = defineCalls({
	listVersions: {
		at: 'GET /versions/:kind/:id',
		permission: 'content:write',
		summary: 'Lists the versions of an item, newest first',
		description:
			'At most 50 versions and one year back. `item` holds the fields of an update, so that a version is restored by saving them.',
		answer: z.array(itemVersion),
	},
});

const closing = {
	permission: 'content:publish',
	failures: ['editors_only'],
	repeatable: true,
} as const;

/** The calls of editors on problems that learners report. */
export const problemCalls = defineCalls({
	listProblems: {
		at: 'GET /problems',
		permission: 'content:write',
		summary: 'Lists problems that learners reported, newest first',
		description: 'Without those of items in the trash.',
		query: problemsQuery,
		answer: makePageSchema(problem),
	},
	closeProblem: {
		...closing,
		at: 'POST /problems/:id/close',
		summary: 'Closes a reported problem',
		description:
			'Only editors close problems, also those of drafts. Returns 409 for a problem that is closed already.',
		body: problemClosing,
		answer: problem,
	},
	closeProblems: {
		...closing,
		at: 'POST /problems/close',
		summary: 'Closes many reported problems with one answer',
		description:
			'Each problem is closed on its own: `results` has the reason of each that was refused, such as one that is closed already.',
		body: problemsClosing,
		answer: problemsClosed,
	},
	reopenProblems: {
		...closing,
		at: 'POST /problems/reopen',
		summary: 'Opens many closed problems again',
		description:
			'Undoes `POST /api/problems/close`. `results` has the reason of each that was refused.',
		body: problemsReopening,
		answer: problemsClosed,
	},
});

export const trashCalls = defineCalls({
	listDeletions: {
		at: 'GET /trash',
		permission: 'content:write',
		summary: 'Lists deletions that can be restored, newest first',
		query: trashQuery,
		answer: makePageSchema(deletion),
	},
	restoreDeletion: {
		at: 'POST /trash/:deletionId/restore',
		permission: 'content:write',
		summary: 'Restores a deletion at the end of its order',
		description:
			'Answers 409 `parent_gone` if the parent is in the trash, with its deletion in `data.deletion`, or permanently deleted.',
		answer: restored,
		failures: ['editors_only', 'external_id_taken', 'parent_gone'],
		repeatable: true,
	},
	purgeDeletion: {
		at: 'DELETE /trash/:deletionId',
		permission: 'trash:purge',
		fresh: true,
		summary: 'Deletes a deletion permanently',
		answer: z.null(),
	},
});

export const searchCalls = defineCalls({
	searchItems: {
		at: 'GET /search',
		permission: 'content:read',
		summary: 'Searches content, payments, people and the text of papers',
		description:
			'Payments and people are included only for callers who may see them. Every word of the query must start a word of the name, code, year or series of an item or of the names of its parents.',
		query: searchQuery,
		answer: searchAnswer,
		showsPhones: true,
	},
});

export const fileCalls = defineCalls({
	listFiles: {
		at: 'GET /files',
		permission: 'content:read',
		summary: 'Lists details of several files by the names in their links',
		query: fileNames,
		answer: z.array(listedFile),
	},
	getFile: {
		at: 'GET /files/:name',
		permission: 'content:read',
		summary: 'Retrieves the details of a file',
		answer: describedFile,
	},
	getFilePicture: {
		at: 'GET /files/:name/picture',
		permission: 'content:read',
		summary: 'Retrieves a small WebP picture of the first page of a file',
		produces: ['image/webp'],
		answer: z.any(),
		whole: true,
		failures: ['files_failed', 'files_unavailable'],
	},
});

const uploaded = {
	permission: 'content:write',
	status: 201,
	answer: uploadAnswer,
	whole: true,
	failures: ['files_failed', 'files_unavailable', 'unsupported_type'],
	repeatable: true,
} as const;

/** The upload of a file as a form. */
export const formCalls = defineCalls({
	uploadFile: {
		...uploaded,
		at: 'POST /upload',
		summary: 'Uploads a file: pdf, doc, docx, ppt or pptx, at most 50 MiB',
		body: uploadForm,
		consumes: ['multipart/form-data'],
		limits: { also: 'uploads' },
		longBody: true,
	},
});

/** The calls on the caller's own chunked uploads. */
export const uploadCalls = defineCalls({
	createUpload: {
		at: 'POST /uploads',
		permission: 'content:write',
		summary: 'Starts a chunked upload',
		description:
			'If a file with this content exists, the answer is 200 with that file, no chunks are needed, and the call does not count as an upload. Continues an unfinished upload of the same content and name by the same sender.',
		body: uploadBeginning,
		status: 201,
		answer: success(chunkedUpload),
		others: { 200: uploadAnswer },
		whole: true,
		repeatable: true,
	},
	getUpload: {
		at: 'GET /uploads/:id',
		permission: 'content:write',
		summary: 'Retrieves the received chunks of your upload',
		answer: chunkedUpload,
	},
	finishUpload: {
		...uploaded,
		at: 'POST /uploads/:id/finish',
		summary: 'Creates the file when all chunks have arrived',
	},
	cancelUpload: {
		at: 'DELETE /uploads/:id',
		permission: 'content:write',
		summary: 'Cancels an upload and deletes its chunks',
		answer: z.null(),
	},
});

/** The upload of one chunk. */
export const chunkCalls = defineCalls({
	putChunk: {
		at: 'PUT /uploads/:id/:n',
		permission: 'content:write',
		summary: 'Uploads a chunk; sending the same chunk again changes nothing',
		body: z.any(),
		consumes: ['application/octet-stream'],
		answer: z.object({ n: z.int() }),
		failures: ['conflict', 'unsupported_type'],
		limits: { instead: 'chunks' },
		longBody: true,
	},
});
