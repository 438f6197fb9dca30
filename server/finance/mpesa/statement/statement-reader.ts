import { constants } from 'node:os';
import { join } from 'node:path';
import { makeTurns } from '../../../platform/files/in-turn.ts';
import { openReader } from '../../../platform/files/reading/reader.ts';
import type { ByteSource } from '../../../platform/files/store.ts';
import type { StatementAnswer, StatementHeader } from './reader-process.ts';
import type { Statement } from './statement.ts';
import { UnreadableStatement } from './unreadable.ts';

/** For 100,000 lines in a workbook, with their XML. */
const HEAP_MB = 512;
/** Heap, file and unpacked parts. */
const MEMORY_MB = 900;
/** CPU time; 100,000 lines of a workbook take 16 s on a busy machine. */
const READING_MS = 90_000;
const IDLE_MS = 60_000;

type Result = { end: 'read'; statement: Statement } | { end: 'refused'; why: string };

const collect = async (lines: AsyncIterable<StatementAnswer>): Promise<Result | undefined> => {
	const statement: Pick<Statement, 'lines' | 'refused'> = { lines: [], refused: [] };
	for await (const line of lines) {
		if ('why' in line) return { end: 'refused', why: line.why };
		if ('rest' in line) return { end: 'read', statement: { ...line.rest, ...statement } };
		if ('lines' in line) statement.lines.push(...line.lines);
		else statement.refused.push(...line.refused);
	}
	return undefined;
};

const reader = openReader<StatementHeader, StatementAnswer, Result>({
	program: join(import.meta.dirname, 'reader-process.ts'),
	collect,
	readingMs: READING_MS,
	heapMb: HEAP_MB,
	memoryMb: MEMORY_MB,
	idleMs: IDLE_MS,
	priority: constants.priority.PRIORITY_NORMAL,
});

const inTurn = makeTurns();

/**
 * Reads a statement in a process of its own, one file at a time. Throws `UnreadableStatement` for files that are no
 * statement, that are damaged, or that cost more time or memory than a statement of 100,000 lines.
 */
export const readStatementFile = (bytes: ByteSource, name: string): Promise<Statement> =>
	inTurn(async () => {
		const content = [await bytes.read(0, bytes.size)];
		const outcome = await reader.read({ name, size: bytes.size }, content);
		if (outcome.end === 'read') return outcome.statement;
		if (outcome.end === 'refused') throw new UnreadableStatement(outcome.why);
		throw new UnreadableStatement(
			`This file takes too much ${outcome.end === 'slow' ? 'time' : 'memory'} to read. Please export the statement again in shorter periods, as CSV.`,
		);
	});
