/** Who does something: a person at the console, a program with a key, or the product itself. */
export interface Actor {
	kind: 'anyone' | 'person' | 'program' | 'system';
	/** Stable and unique within its kind; the scope of an `Idempotency-Key`. */
	id: string;
}

/** Everybody, while nobody signs in. */
export const ANYONE: Actor = { kind: 'anyone', id: 'anyone' };

/** The product itself: sample data, imports, clean-up. */
export const SYSTEM: Actor = { kind: 'system', id: 'system' };

/** What a route needs of its caller; `public` is answered without one. */
export type Permission =
	| 'public'
	| 'content:read'
	| 'content:write'
	| 'payments:read'
	| 'payments:export'
	| 'payments:act';
