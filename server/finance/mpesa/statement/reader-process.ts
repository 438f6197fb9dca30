import { AppError } from '../../../platform/errors.ts';
import { serve, toByteSource, writeLine } from '../../../platform/files/reading/serve.ts';
import { readStatement, type Statement } from './statement.ts';
import { UnreadableStatement } from './unreadable.ts';

// The program of `readStatementFile`.

/** The line before the bytes of a statement. */
export interface StatementHeader {
	name: string;
	size: number;
}

/** A line of the answer: lines of the statement, then its rest, or why it cannot be read. */
export type StatementAnswer =
	| { why: string }
	| { lines: Statement['lines'] }
	| { refused: Statement['refused'] }
	| { rest: Omit<Statement, 'lines' | 'refused'> };

const PORTION = 1_000;

function* splitPortions<T>(all: readonly T[]) {
	for (let at = 0; at < all.length; at += PORTION) yield all.slice(at, at + PORTION);
}

const say = (line: StatementAnswer) => writeLine(line);

// The reader of workbooks halves its chunk size whenever a chunk takes more than 7 ms, and recurses once per chunk: on
// a busy machine the stack overflows. With a clock that does not advance, chunks grow.
Date.now = () => 0;

await serve(async ({ name }: StatementHeader, bytes) => {
	try {
		const { lines, refused, ...rest } = await readStatement(toByteSource(bytes), name);
		for (const portion of splitPortions(lines)) await say({ lines: portion });
		for (const portion of splitPortions(refused)) await say({ refused: portion });
		await say({ rest });
	} catch (error) {
		const isKnown = error instanceof UnreadableStatement || error instanceof AppError;
		await say({
			why: isKnown
				? error.message
				: 'This file is damaged and cannot be read. Please export the statement again, as CSV.',
		});
	}
});
