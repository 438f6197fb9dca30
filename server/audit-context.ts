/** Who does something: a person at the console, a program with a key, or the product itself. */
export interface Actor {
	kind: 'anyone' | 'person' | 'program' | 'system';
	/** Stable and unique within its kind; the scope of an `Idempotency-Key`. */
	id: string;
	name: string;
	role?: string;
}

/** Everybody, while nobody signs in. */
export const ANYONE: Actor = { kind: 'anyone', id: 'anyone', name: 'Anyone' };

const SYSTEM: Actor = { kind: 'system', id: 'system', name: 'System' };

/** Who does something, by which request and from which address; null where there was none. */
export interface AuditContext {
	actor: Actor;
	requestId: string | null;
	address: string | null;
	/** The operation over many items that it is a part of. */
	operation?: string;
}

/** What the product does of itself. */
export const SYSTEM_CONTEXT: AuditContext = { actor: SYSTEM, requestId: null, address: null };

/** What somebody does at the command line, who has the data in their hands. */
export const OPERATOR_CONTEXT: AuditContext = {
	actor: { kind: 'system', id: 'operator', name: 'Operator at the command line' },
	requestId: null,
	address: null,
};

/** Whoever makes a request; anyone, where it ends before that was looked at. */
export const auditContextOf = ({
	actor,
	id,
	ip,
}: {
	actor: Actor | null;
	id: string;
	ip: string;
}): AuditContext => ({
	actor: actor ?? ANYONE,
	requestId: id,
	address: ip,
});

/** An actor in one text, as in `person:0198…`. */
export const actorText = ({ kind, id }: Pick<Actor, 'kind' | 'id'>) => `${kind}:${id}`;

/** The actor of such a text; their name is kept beside it. */
export const actorOf = (text: string, name: string): Actor => {
	const [kind, ...id] = text.split(':');
	return { kind: kind as Actor['kind'], id: id.join(':'), name };
};
