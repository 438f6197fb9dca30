import type { Permission } from './contract/platform/access.ts';
import type { ErrorCode } from './contract/platform/errors.ts';
import type { z } from './zod.ts';

/** The access that a call requires: a permission or a keyword. `self` is a person, without keys. */
export type Need = Permission | 'public' | 'signed-in' | 'self' | 'device';

/**
 * A call of the API. The server takes its route, access, limits, checks and documentation from it, and the console the
 * types of what it sends and receives.
 */
export interface Call {
	/** The method and the address below /api. */
	at: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;
	/** The operation id, where it is not the name in the table of calls. */
	id?: string;
	permission: Need;
	/** A session must have been confirmed within the last ten minutes. */
	fresh?: true;
	summary: string;
	description?: string;
	/** Descriptions of parameters of the address; the others are ids of what the word before names. */
	params?: Readonly<Record<string, string>>;
	query?: z.ZodMiniObject;
	body?: z.ZodMiniType;
	/** The data of the answer, or with `whole` its whole body. */
	answer: z.ZodMiniType;
	/** The status of the answer; 200 by default. */
	status?: 200 | 201 | 202;
	/** Data of answers with another status. */
	others?: Readonly<Record<number | string, z.ZodMiniType>>;
	whole?: true;
	/** Media types of an answer that is not JSON, and of a body that is not. */
	produces?: readonly string[];
	consumes?: readonly string[];
	/** Codes of failures for a reason of this call; those of access, checks and limits are not repeated here. */
	failures?: readonly ErrorCode[];
	/** Honours `If-Match`. */
	guarded?: true;
	/** Honours `Idempotency-Key`. */
	repeatable?: true;
	/** The answer is an item whose version is its `ETag`; `whole` if the version changes with every field. */
	versioned?: true | 'whole';
	/** Kinds of limit: `also` counts the call by person too, `instead` replaces the limit of a session or key. */
	limits?: { also?: string; instead?: string };
	/** For apps of learners: any site may call, with a device or a key and never a session. */
	forLearners?: true;
	/** The body may take long to arrive. */
	longBody?: true;
	/** The answer has a whole phone number, also for people who see numbers masked. */
	revealsPhones?: true;
	/** The answer can have phone numbers in it, although the permission is not one of payments. */
	showsPhones?: true;
}

/** Calls by name, which is their operation id. */
export type CallTable = Readonly<Record<string, Call>>;

/**
 * Declares calls. Tables of calls are merged into `DeclaredCalls` for the types of the console, which loads none
 * (decision 0156).
 */
export const defineCalls = <const Calls extends CallTable>(calls: Calls) => calls;

/** Returns the method and the path of a call. */
export const splitAddress = ({ at }: Pick<Call, 'at'>) => at.split(' ') as [string, string];

type ParamName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
	? Name | ParamName<`/${Rest}`>
	: Path extends `${string}:${infer Name}`
		? Name
		: never;

/** The ids in an address: `Place<'/courses/:courseId/subjects'>` is `{ courseId: string }`. */
export type Place<Path extends string> = { [Name in ParamName<Path>]: string };

export type ParamsOf<C extends Call> = Readonly<Place<C['at']>>;
export type QueryOf<C extends Call> = C extends { query: infer Q extends z.ZodMiniType }
	? z.infer<Q>
	: Record<never, never>;
export type BodyOf<C extends Call> = C extends { body: infer B extends z.ZodMiniType }
	? z.infer<B>
	: undefined;
export type AnswerOf<C extends Call> = z.infer<C['answer']>;
/** The data that an answer has in its envelope. */
export type DataOf<C extends Call> = C extends { whole: true }
	? AnswerOf<C> extends { data: infer D }
		? D
		: never
	: AnswerOf<C>;

type Sent<T> = T extends readonly (infer Item)[]
	? readonly Sent<Item>[]
	: T extends object
		? { readonly [Name in keyof T]: Sent<T[Name]> }
		: T;
/** What a caller sends, before the server has checked and converted it. */
export type SentBody<C extends Call> = C extends { body: infer B extends z.ZodMiniType }
	? Sent<z.input<B>>
	: undefined;
export type SentQuery<C extends Call> = C extends { query: infer Q extends z.ZodMiniType }
	? { [Name in keyof z.input<Q>]?: z.input<Q>[Name] | undefined }
	: Record<never, never>;

/** All tables of calls, by their names. Each file with a table adds it by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the tables
export interface DeclaredCalls {}

type Declared = {
	[Table in keyof DeclaredCalls]: DeclaredCalls[Table][keyof DeclaredCalls[Table]];
}[keyof DeclaredCalls];
type ByAddress = { [C in Declared as C extends Call ? C['at'] : never]: C };

/** The addresses of all declared calls: `GET /courses/:courseId/coverage`. */
export type Address = keyof ByAddress;
export type CallAt<A extends Address> = ByAddress[A] extends infer C extends Call ? C : never;
